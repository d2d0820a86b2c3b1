// Which program this is, for certificates and `selvage --version`.
#pragma once

namespace selvage {

extern const char* const kVersion;  // "0.1.0"
extern const char* const kBuild;    // the source's commit, the compiler, the engine

}  // namespace selvage
