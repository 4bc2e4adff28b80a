// qpor_wire_peer write|read models|c SEED COUNT FILE: one of two processes that exchange bytes (tests/support/
// wire_check.h). `write` walks through COUNT random programs of each family and writes a parcel of each; `read` makes
// the same programs, walks through them in another order, and judges the parcels. Prints what is wrong, then the
// counts. Exit code 1 when something is.

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/program/operation.h"
#include "frontend/model/model.h"
#include "frontend/native/machine/executor.h"
#include "frontend/program/fingerprint.h"
#include "tests/support/random_c_program.h"
#include "tests/support/random_program.h"
#include "tests/support/wire_check.h"

namespace qpor::tests {
namespace {

/// The two processes walk in different orders.
constexpr std::uint64_t kWriterSeed = 1;
constexpr std::uint64_t kReaderSeed = 2;

using Visit = std::function<void(engine::Executor&, const std::string& name, const engine::Fingerprint&)>;

void visit_models(std::uint64_t seed, std::uint64_t count, const Visit& visit) {
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = seed; i < seed + count; ++i) {
      const oracle::Program program = oracle::random_program(family, i);
      const std::string text = oracle::to_model_text(program);
      frontend::Fingerprinter hash;
      hash.add(text);
      visit(*frontend::model::make_executor(frontend::model::compile(text, "random.model")), program.name,
            hash.fingerprint());
    }
  }
}

/// `path`: of the C file. It is the same for both processes, because assertions have it in the data of the program.
void visit_family(oracle::CFamily family, const std::string& path, std::uint64_t seed, std::uint64_t count,
                  const Visit& visit) {
  std::vector<oracle::CProgram> twins;
  for (std::uint64_t i = seed; i < seed + count; ++i) twins.push_back(oracle::random_c_program(family, i));
  std::ofstream(path, std::ios::binary) << oracle::to_c_text(twins);
  frontend::native::ProgramOptions options;
  options.sources.paths = {path};
  options.arguments = {"program", "0"};
  options.machine.is_fifo = twins.front().has_fifo_conditions();
  options.machine.spurious_wakeups = twins.front().is_spurious ? 1 : 0;
  frontend::native::NativeExecutor executor(build(options));
  std::filesystem::remove(path);
  for (std::size_t i = 0; i < twins.size(); ++i) {
    frontend::Fingerprinter hash;
    executor.add_to(hash);
    hash.add(i);
    executor.machine().set_arguments({"program", std::to_string(i)});
    visit(executor, twins[i].program.name, hash.fingerprint());
  }
}

void visit_c_programs(const std::string& path, std::uint64_t seed, std::uint64_t count, const Visit& visit) {
  for (const oracle::CFamily family : oracle::all_c_families()) visit_family(family, path, seed, count, visit);
}

int main(const std::vector<std::string>& words) {
  if (words.size() != 5 || (words[0] != "write" && words[0] != "read") || (words[1] != "models" && words[1] != "c")) {
    std::cerr << "usage: qpor_wire_peer write|read models|c SEED COUNT FILE\n";
    return 2;
  }
  const bool writes = words[0] == "write";
  const std::uint64_t seed = std::stoull(words[2]);
  const std::uint64_t count = std::stoull(words[3]);
  std::vector<Parcel> parcels;
  if (!writes) {
    std::ifstream in(words[4], std::ios::binary);
    parcels = parcels_in({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
  }
  std::size_t number = 0;
  bool is_wrong = false;
  WireCounts counts;
  const Visit visit = [&](engine::Executor& executor, const std::string& name, const engine::Fingerprint& program) {
    if (writes) {
      parcels.push_back(parcel_of(executor, name, program, kWriterSeed));
      return;
    }
    const std::string wrong = number < parcels.size()
                                  ? check_parcel(parcels[number], executor, program, kReaderSeed, counts)
                                  : "there is no parcel of " + name;
    ++number;
    if (wrong.empty()) return;
    std::cout << wrong << '\n';
    is_wrong = true;
  };
  if (words[1] == "models") {
    visit_models(seed, count, visit);
  } else {
    visit_c_programs(words[4] + ".c", seed, count, visit);
  }
  if (writes) {
    std::ofstream(words[4], std::ios::binary) << to_bytes(parcels);
  } else {
    std::cout << to_string(counts) << '\n';
  }
  return is_wrong ? 1 : 0;
}

}  // namespace
}  // namespace qpor::tests

int main(int count, char** words) {
  try {
    return qpor::tests::main({words + 1, words + count});
  } catch (const std::exception& error) {
    std::cout << error.what() << '\n';
    return 1;
  }
}
