// Page one of a certificate for a review board: plain sentences under headings, as text
// and as a page of HTML. Says nothing that the certificate does not.
#pragma once
#include <string>
#include <vector>

#include "selvage/certificate/certificate.hpp"
#include "selvage/release/release.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

struct ExplainedPart {
  std::string heading;
  std::vector<std::string> sentences;  // a paragraph each
  std::vector<std::string> points;     // a list after them
  // What stands behind both, made safe already: lines of text, elements of HTML.
  std::string lines = {}, html = {};
};

struct Explanation {
  std::string title;
  std::vector<ExplainedPart> parts;
};

// `release`: as it was made anew from the certificate, or null where it cannot be.
// `checked` and `not_known`: what a checker found, one sentence each.
Explanation explain(const Certificate& certificate, const Release* release,
                    const std::vector<std::string>& checked,
                    const std::vector<std::string>& not_known);

std::string explanation_text(const Explanation& explanation, std::size_t width,
                             Script script);
std::string explanation_html(const Explanation& explanation);

}  // namespace selvage
