# cmake -DSOURCE=... -DHEADER=... -P commit.cmake: the commit that is built, as a header, which is written only when it
# changes. "unknown" for a tree that git does not know.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=* OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define QPOR_COMMIT \"${commit}\"\n")
