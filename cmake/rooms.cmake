# One room of the house: a static library, its include path, its warnings, its tests.
# USES names the rooms it may include; TEST_USES those that only its tests include.
function(selvage_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
endfunction()

function(selvage_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;TESTS;USES;TEST_USES;PUBLIC;PRIVATE" ${ARGN})
  add_library(selvage_${name} STATIC ${ROOM_SOURCES})
  target_include_directories(selvage_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  selvage_warnings(selvage_${name})
  list(TRANSFORM ROOM_USES PREPEND selvage_)
  list(TRANSFORM ROOM_TEST_USES PREPEND selvage_)
  target_link_libraries(selvage_${name} PUBLIC ${ROOM_USES} ${ROOM_PUBLIC} PRIVATE ${ROOM_PRIVATE})
  if(ROOM_TESTS)
    add_executable(${name}_test ${ROOM_TESTS})
    selvage_warnings(${name}_test)
    target_link_libraries(${name}_test PRIVATE
      selvage_${name} ${ROOM_TEST_USES} ${ROOM_PRIVATE} GTest::gtest_main)
    gtest_discover_tests(${name}_test DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
  endif()
endfunction()
