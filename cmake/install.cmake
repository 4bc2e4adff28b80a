# cmake --install: the command, and the engine as a library without LLVM, with the headers that a program of one's own
# needs: programs (engine/program), executions and observers (engine/execution), explorers. The command needs no files
# beside it: the bitcode that it links to programs is part of it. At run time it needs clang-19 for sources.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(QPOR_INSTALL_INCLUDES ${CMAKE_INSTALL_INCLUDEDIR}/qpor)
set(QPOR_INSTALL_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/qpor)

install(TARGETS qpor RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS qpor_engine qpor_trees qpor_comb EXPORT qporTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${QPOR_INSTALL_INCLUDES})
install(DIRECTORY engine/program engine/execution DESTINATION ${QPOR_INSTALL_INCLUDES}/engine
        FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(FILES engine/explorer.h engine/options.h DESTINATION ${QPOR_INSTALL_INCLUDES}/engine)
install(FILES engine/report/message_text.h DESTINATION ${QPOR_INSTALL_INCLUDES}/engine/report)
install(EXPORT qporTargets NAMESPACE qpor:: DESTINATION ${QPOR_INSTALL_PACKAGE})
configure_package_config_file(cmake/qporConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/qporConfig.cmake
                              INSTALL_DESTINATION ${QPOR_INSTALL_PACKAGE})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/qporConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/qporConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/qporConfigVersion.cmake
        DESTINATION ${QPOR_INSTALL_PACKAGE})
