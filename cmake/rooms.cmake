# One room of the house: a static library, its include path, its warnings, its tests.
# USES names the rooms it may include; TEST_USES those that only its tests include.
# SLOW_TESTS carry the label `slow`: `make test-slow` runs them, `make test` does not.
function(selvage_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
endfunction()

# Compiles sources together, which takes less time in a build from nothing: those of a
# library as one unit, tests eight at a time. So a name in an anonymous namespace is used
# once in the sources of a room and once in its tests, which test/house/names.py checks.
# Files with options of their own stay units of their own.
option(SELVAGE_UNITY "Compile the files of a room together" OFF)
function(selvage_units target files)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${SELVAGE_UNITY} UNITY_BUILD_BATCH_SIZE ${files})
endfunction()

function(selvage_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;TESTS;SLOW_TESTS;USES;TEST_USES;PUBLIC;PRIVATE" ${ARGN})
  list(TRANSFORM ROOM_USES PREPEND selvage_)
  list(TRANSFORM ROOM_TEST_USES PREPEND selvage_)
  if(ROOM_SOURCES)
    add_library(selvage_${name} STATIC ${ROOM_SOURCES})
    target_include_directories(selvage_${name} PUBLIC ${PROJECT_SOURCE_DIR})
    selvage_warnings(selvage_${name})
    selvage_units(selvage_${name} 0)  # all
    target_link_libraries(selvage_${name}
      PUBLIC ${ROOM_USES} ${ROOM_PUBLIC} PRIVATE ${ROOM_PRIVATE})
  else()  # headers only
    add_library(selvage_${name} INTERFACE)
    target_include_directories(selvage_${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(selvage_${name} INTERFACE ${ROOM_USES} ${ROOM_PUBLIC})
  endif()
  if(ROOM_TESTS)
    selvage_test(${name}_test 300 "${ROOM_TESTS}")
  endif()
  if(ROOM_SLOW_TESTS)
    selvage_test(${name}_slow_test 1800 "${ROOM_SLOW_TESTS}" LABELS slow)
  endif()
endfunction()

# Uses the ROOM_ variables of selvage_room.
macro(selvage_test target timeout sources)
  add_executable(${target} ${sources})
  selvage_warnings(${target})
  selvage_units(${target} 8)
  target_link_libraries(${target} PRIVATE
    selvage_${name} ${ROOM_TEST_USES} ${ROOM_PRIVATE} GTest::gtest_main)
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${timeout} ${ARGN})
endmacro()

# Files for processors of the x86 family that have these instructions; on others they are
# left out. Each is called only where the processor has them, and sees no header with
# inline functions that others could come to share. Every rounding counts, so no
# contraction. GCC 12 warns of "undefined" registers in its own header avx512fintrin.h, by
# a name that clang does not know.
function(selvage_vector_sources name instructions)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  target_sources(selvage_${name} PRIVATE ${ARGN})
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS
    "${instructions};-ffp-contract=off;-Wno-unknown-warning-option;-Wno-uninitialized;-Wno-maybe-uninitialized")
endfunction()

# A quick test that takes about so many seconds starts before shorter ones, so that none
# of the processors waits for it in the end.
function(selvage_long_test name seconds)
  set_tests_properties(${name} PROPERTIES COST ${seconds})
endfunction()
