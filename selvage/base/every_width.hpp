// A function of whole numbers, or of roundings that are the same everywhere, compiled
// for several widths of registers: every version gives the same, the wider ones sooner.
#pragma once

#if defined(__x86_64__) && defined(__GLIBC__)  // which can choose when it loads
#define SELVAGE_EVERY_WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SELVAGE_EVERY_WIDTH
#endif
