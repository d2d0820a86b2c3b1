// How an explanation is laid out, for a terminal and as a page.
#include <algorithm>

#include <fmt/format.h>

#include "selvage/report/explanation.hpp"
#include "selvage/report/text.hpp"

namespace selvage {

std::string explanation_text(const Explanation& explanation, std::size_t width,
                             Script script) {
  std::string result;
  for (const std::string& line : wrap(printable(explanation.title, script), width))
    result += line + "\n";
  for (const ExplainedPart& part : explanation.parts) {
    result += "\n" + part.heading + "\n";
    for (const std::string& sentence : part.sentences)
      for (const std::string& line : wrap(printable(sentence, script), width - 2))
        result += "  " + line + "\n";
    for (const std::string& point : part.points) {
      bool first = true;
      for (const std::string& line : wrap(printable(point, script), width - 4)) {
        result += (first ? "  - " : "    ") + line + "\n";
        first = false;
      }
    }
    for (std::size_t at = 0; at < part.lines.size();) {
      const std::size_t end = std::min(part.lines.find('\n', at), part.lines.size());
      const std::string line = part.lines.substr(at, end - at);
      result += line.empty() ? "\n" : "  " + line + "\n";
      at = end + 1;
    }
  }
  return result;
}

std::string explanation_html(const Explanation& explanation) {
  std::string body;
  for (const ExplainedPart& part : explanation.parts) {
    body += fmt::format("<section>\n<h2>{}</h2>\n", xml_text(part.heading));
    for (const std::string& sentence : part.sentences)
      body += fmt::format("<p>{}</p>\n", xml_text(sentence));
    if (!part.points.empty()) {
      body += "<ul>\n";
      for (const std::string& point : part.points)
        body += fmt::format("<li>{}</li>\n", xml_text(point));
      body += "</ul>\n";
    }
    body += part.html;
    body += "</section>\n";
  }
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
       max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }}
h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.1rem; margin: 1.2rem 0 0.3rem; }}
p, ul {{ margin: 0.3rem 0; }} svg {{ max-width: 100%; height: auto; }}
table {{ border-collapse: collapse; font-size: 0.9rem; overflow-wrap: normal; }}
th, td {{ padding: 0.1rem 0.6rem; border-bottom: 1px solid #ddd; text-align: left; }}
th.n, td.n {{ text-align: right; }}
@media print {{ body {{ margin: 0; font-size: 11pt; }} section {{ break-inside: avoid; }} }}
</style>
</head>
<body>
<h1>{0}</h1>
{1}</body>
</html>
)",
                     xml_text(explanation.title), body);
}

}  // namespace selvage
