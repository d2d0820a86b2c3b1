# DuckDB as scripts/fetch_duckdb leaves it, or a folder like it (lib/libduckdb.so,
# include/duckdb.h, LICENSE) given as SELVAGE_DUCKDB_DIR.
set(SELVAGE_DUCKDB_DIR "" CACHE PATH "DuckDB's folder; empty for the one of scripts/setup")
set(duckdb_dir "${SELVAGE_DUCKDB_DIR}")
if(NOT duckdb_dir)
  execute_process(
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch_duckdb --folder
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    OUTPUT_VARIABLE duckdb_dir OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endif()
foreach(file lib/libduckdb.so include/duckdb.h LICENSE)
  if(NOT EXISTS "${duckdb_dir}/${file}")
    message(FATAL_ERROR "There is no ${duckdb_dir}/${file}: run scripts/setup, which fetches DuckDB.")
  endif()
endforeach()

# Programs look for it from where they lie ($ORIGIN), in the build folder as where they
# are installed: no name of a folder that somebody else could fill, nor of a cache, stands
# in them, and installing need not change them. test/install checks that.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(engine_folder ${PROJECT_BINARY_DIR}/lib/selvage)
file(MAKE_DIRECTORY ${engine_folder})
file(COPY_FILE "${duckdb_dir}/lib/libduckdb.so" ${engine_folder}/libduckdb.so ONLY_IF_DIFFERENT)

add_library(duckdb::duckdb SHARED IMPORTED GLOBAL)
set_target_properties(duckdb::duckdb PROPERTIES
  IMPORTED_LOCATION ${engine_folder}/libduckdb.so
  IMPORTED_SONAME libduckdb.so
  INTERFACE_INCLUDE_DIRECTORIES "${duckdb_dir}/include")  # imported, so a SYSTEM path

# Installs a program to bin, and beside it the DuckDB it was built with. The library's
# name carries no version, so it stays out of the folders that others search. The build
# has it at the same place; where CMake would have to write another one at installing, it
# makes room for it with an empty element, which is the current folder.
function(selvage_install_engine target)
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../lib/selvage" BUILD_WITH_INSTALL_RPATH ON)
  install(TARGETS ${target} RUNTIME DESTINATION bin)
  install(FILES "$<TARGET_FILE:duckdb::duckdb>" DESTINATION lib/selvage)
  install(FILES "${duckdb_dir}/LICENSE" DESTINATION lib/selvage RENAME LICENSE.duckdb)
endfunction()
