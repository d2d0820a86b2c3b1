// A table with people, and certificates of releases about it with a real ledger.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "selvage/base/digest.hpp"
#include "selvage/base/temporary_folder.hpp"
#include "selvage/base/utc_time.hpp"
#include "selvage/certificate/certificate_testing.hpp"
#include "selvage/engine/engine.hpp"
#include "selvage/source/table.hpp"
#include "selvage/verbs/plan_testing.hpp"
#include "selvage/verbs/verbs.hpp"
#include "selvage/verify/certificate_check.hpp"

namespace selvage {

class Certified : public testing::Test {
 protected:
  Certified() {
    std::filesystem::create_directory(folder_.file("by_id"));
    for (const std::string& name : {table(), table_by_id()}) {
      std::ofstream file(name);
      file << "id,age,dept,pay\n";
      for (int i = 0; i < 2000; ++i)
        file << i / 2 << ',' << i % 50 << ',' << (i % 4 == 0 ? "a" : "b") << ','
             << i % 1000 << '\n';
    }
  }

  // A ledger counts one unit of privacy, so what protects people has another one.
  std::string table() const { return folder_.file("people.csv"); }
  std::string table_by_id() const { return folder_.file("by_id/people.csv"); }
  std::string ledger() const { return table() + ".ledger"; }

  Result<Answered> asked(RequestText text, const LedgerChoice& choice = {}) const {
    text.table = text.person ? table_by_id() : table();
    const auto planned = plan_of(text);
    EXPECT_TRUE(planned) << planned.error().message;
    return answer(*planned, {}, bind_table, choice);
  }
  static std::string certificate_of(const Answered& answered, const SigningKey* key) {
    return certificate_text(answered.release, answered.record,
                            {"0.1.0", "a test", digest_of("")}, utc_time(), key);
  }
  std::string histogram_certificate(const SigningKey* key) const {
    const auto answered =
        asked({.verb = "histogram", .columns = {"age=0:50:10"}, .epsilon = "1"});
    EXPECT_TRUE(answered) << answered.error().message;
    return certificate_of(*answered, key);
  }
  // What a check finds wrong; empty if nothing is.
  static std::string wrong_in(const std::string& text) {
    const auto certificate = parse_certificate(text);
    if (!certificate) return certificate.error().message;
    for (const auto& check : verify::check_certificate(*certificate, verbs()))
      if (check.verdict == verify::Verdict::wrong)
        return check.subject + ": " + check.finding;
    return {};
  }

  TemporaryFolder folder_;
};

}  // namespace selvage
