"""All rules by their names. A rule stands in the table of its family, and nowhere else."""
from . import block_rules, clamped_sum_rules, composition_rules, drop_only_rules, extremes_rules, neighbour_rules, noise_rules, outlier_rules, private_draw_rules, quantile_rules, random_dp_rules, robust_rules, sampled_scale_rules, stable_value_rules, tested_release_rules, threshold_rules

FAMILIES = (noise_rules, composition_rules, outlier_rules, threshold_rules, quantile_rules, extremes_rules, clamped_sum_rules,
            stable_value_rules, tested_release_rules, block_rules, neighbour_rules, drop_only_rules, random_dp_rules, sampled_scale_rules, robust_rules,
            private_draw_rules)
RULES = {rule.name: rule for family in FAMILIES for rule in family.RULES}
