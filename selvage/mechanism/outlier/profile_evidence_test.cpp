#include "selvage/mechanism/outlier/profile_evidence.hpp"

#include <gtest/gtest.h>

#include "selvage/mechanism/outlier/outlier_testing.hpp"
#include "selvage/mechanism/outlier/profile_plan.hpp"

namespace selvage {
namespace {

using verify::Audit;
using verify::AuditCheck;

Result<OutlierPlan> planned(const std::string& profile,
                            ProfileMechanism mechanism = ProfileMechanism::warped,
                            const Rational& delta = 0) {
  return plan_profile(
      {.statistic = Statistic::count,
       .reading = {.domain = *Domain::make({{"age", *parse_values("0:100:10"), false}}),
                   .measure = std::nullopt,
                   .person = {}},
       .epsilon = 0,
       .delta = delta},
      {.profile = *parse_profile(profile),
       .mechanism = mechanism,
       .partition = "age=0:100:10"});
}

Audit quick_audit(const OutlierPlan& plan) {
  return audited(plan,
                 {.values = {1, 2, 3, 10, 100}, .most_walked = 1 << 12, .curve = false},
                 {.limits = {.cut = 0x1p-40, .paths = 1 << 12}, .curve = false});
}

TEST(ProfileEvidence, WKeepsItsProfileAtEveryCount) {
  for (const char* profile :
       {"20:0.1,1", "100:0.01,1", "1", "3:0.5,7:2/3,1.5", "8:0,1", "5:0.3,inf",
        "4:0,9:0.25,inf", "min(1, 0.1 + k/20)", "10:2,1"}) {
    const auto plan = planned(profile);
    ASSERT_TRUE(plan) << profile;
    const Audit audit = quick_audit(*plan);
    EXPECT_TRUE(audit.holds) << profile;
    EXPECT_EQ(audit.verification.level, VerificationLevel::exact_law) << profile;
    for (const AuditCheck& check : audit.checks) {
      EXPECT_EQ(check.delta.upper(), 0) << profile << ' ' << check.count;
      if (check.epsilon.is_infinite()) continue;
      // Met exactly: not more, and not noticeably less.
      const auto exact = Rational::parse(check.epsilon_exact);
      EXPECT_LE(absolute(*exact - check.epsilon.finite()),
                check.epsilon.finite() * Rational(1, 100'000))
          << profile << ' ' << check.count;
    }
    EXPECT_TRUE(confirmed(*plan)) << profile;
    // The same as a picture shows it.
    for (const AuditCheck& check : audit.checks) {
      const auto epsilon = PlannedOutlier(*plan).class_epsilon(check.count);
      EXPECT_EQ(epsilon ? epsilon->upper_text(6) : "", check.epsilon_exact) << profile;
    }
  }
}

// Every way to give less than was promised is found.
TEST(ProfileEvidence, FindsABrokenPromise) {
  const auto with_noise = [](const char* profile) {
    return replacing_noise(WarpedNoise{std::make_shared<const WarpedGeometric>(
        *WarpedGeometric::make(*parse_profile(profile)))});
  };
  const auto broken = [&](const auto& damage) {
    OutlierPlan plan = *planned("20:0.1,1");
    damage(plan);
    return !confirmed(plan) && !quick_audit(plan).holds;
  };
  // Twice the epsilon, in plan and code alike.
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].noise = with_noise("20:0.2,1");
    plan.numbers[0].add_noise = [noise = plan.numbers[0].noise](auto numbers,
                                                                auto& random) {
      noise->add(numbers, random);
    };
  }));
  // In the code alone.
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].add_noise = [noise = with_noise("20:0.2,1")](auto numbers,
                                                                 auto& random) {
      noise->add(numbers, random);
    };
  }));
  // The limit is one less; the last cell is told; two draws; an output is corrected.
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].add_noise = [noise = with_noise("19:0.1,1")](auto numbers,
                                                                 auto& random) {
      noise->add(numbers, random);
    };
  }));
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].add_noise = [noise = plan.numbers[0].noise](auto numbers,
                                                                auto& random) {
      noise->add(numbers.first(numbers.size() - 1), random);
    };
  }));
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].add_noise = [noise = plan.numbers[0].noise](auto numbers,
                                                                auto& random) {
      noise->add(numbers, random);
      noise->add(numbers, random);
    };
  }));
  EXPECT_TRUE(broken([&](OutlierPlan& plan) {
    plan.numbers[0].add_noise = [noise = plan.numbers[0].noise](auto numbers,
                                                                auto& random) {
      const std::vector<std::int64_t> before(numbers.begin(), numbers.end());
      noise->add(numbers, random);
      for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] > 200) numbers[i] = before[i];
    };
  }));
  // A person counts twice.
  EXPECT_TRUE(broken([](OutlierPlan& plan) { plan.share.cells = 2; }));
  EXPECT_TRUE(broken([](OutlierPlan& plan) { plan.numbers[0].formula.of_rows = 2; }));
  // More is promised than follows.
  EXPECT_TRUE(broken([](OutlierPlan& plan) {
    std::get<DpPromise>(plan.derivations[0].conclusion.promise).epsilon =
        Rational(1, 2);
  }));
}

struct PaperCase {
  ProfileMechanism mechanism;
  const char* profile;
};
const PaperCase kPaper[] = {
    {ProfileMechanism::suppression, "5:0.1,inf"},
    {ProfileMechanism::noise_on_small, "5:0.5,inf"},
    {ProfileMechanism::noise_then_suppression, "5:0.2,1"},
    {ProfileMechanism::noise_then_noise, "5:0.5,1"},
    {ProfileMechanism::group, "5:0.5,1"},
    {ProfileMechanism::staircase, "3:0.5,6:0.8,1"},
    {ProfileMechanism::lower_bound, "5:0.8,1.5"},
};

TEST(ProfileEvidence, ThePapersMechanismsKeepTheirProfiles) {
  for (const auto& [mechanism, profile] : kPaper) {
    const auto plan = planned(profile, mechanism, Rational(1, 1000));
    ASSERT_TRUE(plan) << profile << (plan ? "" : plan.error().message);
    const Audit audit = quick_audit(*plan);
    EXPECT_TRUE(audit.holds) << profile;
    for (const AuditCheck& check : audit.checks)
      EXPECT_TRUE(check.holds) << profile << ' ' << check.count;
  }
}

TEST(ProfileEvidence, FindsAThresholdThatIsTooLow) {
  OutlierPlan plan =
      *planned("5:0.2,1", ProfileMechanism::noise_then_suppression, Rational(1, 1000));
  Staircase law = std::get<StaircaseNoise>(plan.noise()).law;
  law.levels[0].threshold -= 3;
  plan.numbers[0].set_noise(replacing_noise(StaircaseNoise{law}));
  EXPECT_FALSE(quick_audit(plan).holds);
}

TEST(ProfileEvidence, FindsCodeWithAnotherLaw) {
  OutlierPlan plan =
      *planned("5:0.5,1", ProfileMechanism::noise_then_noise, Rational(1, 1000));
  plan.numbers[0].add_noise = [](auto numbers, auto& random) {
    add_noise(LaplaceNoise{1}, numbers, random);
  };
  EXPECT_FALSE(quick_audit(plan).holds);
}

}  // namespace
}  // namespace selvage
