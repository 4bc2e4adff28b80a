#include "frontend/native/library/library.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "frontend/native/guest/sync/atomics.h"

namespace qpor::frontend::native {

namespace {

constexpr std::string_view kThreads = "this part of threads of C++ is not modelled";
constexpr std::string_view kWaiting = "this kind of waiting in C++ is not modelled";
constexpr std::string_view kFiles = "files of C++ are not modelled";

/// Names of the C++ library, as the Itanium ABI mangles them. The longest prefix decides. Most of the C++ library is
/// compiled with the program (guest_library.h); of what is called in libstdc++.so, functions_cpp.def has the rows.
const LibraryFunction rules[] = {
    // Facets that only hold values; those of the program's may be derived from them.
    {"_ZNSt7__cxx118numpunctI", Treatment::Pure, nullptr, {}},
    {"_ZNKSt7__cxx118numpunctI", Treatment::Pure, nullptr, {}},
    {"_ZNSt7__cxx1110moneypunctI", Treatment::Pure, nullptr, {}},
    {"_ZNKSt7__cxx1110moneypunctI", Treatment::Pure, nullptr, {}},
    {"_ZNSt11__timepunctI", Treatment::Pure, nullptr, {}},
    {"_ZNKSt11__timepunctI", Treatment::Pure, nullptr, {}},
    // What is shared between locales, and counted; not the objects that point to it.
    {"_ZNSt6locale5_Impl", Treatment::Pure, nullptr, {}},
    {"_ZNSt6locale5facet", Treatment::Pure, nullptr, {}},
    {"_ZNKSt6locale5facet", Treatment::Pure, nullptr, {}},
    // Errors and their kinds: objects that never change.
    {"_ZNSt3_V2", Treatment::Pure, nullptr, {}},
    {"_ZNKSt3_V2", Treatment::Pure, nullptr, {}},
    {"_ZNSt9type_info", Treatment::Pure, nullptr, {}},
    {"_ZNKSt9type_info", Treatment::Pure, nullptr, {}},
    {"_ZNK10__cxxabiv1", Treatment::Pure, nullptr, {}},
    // Type information, virtual tables, guards of variables: data that never changes.
    {"_ZTI", Treatment::Pure, nullptr, {}},
    {"_ZTS", Treatment::Pure, nullptr, {}},
    {"_ZTV", Treatment::Pure, nullptr, {}},
    {"_ZTT", Treatment::Pure, nullptr, {}},
    {"_ZTC", Treatment::Pure, nullptr, {}},
    {"_ZGVNSt", Treatment::Pure, nullptr, {}},
    // Threads and what waits for them; rows for single functions come before these.
    {"_ZNSt6thread", Treatment::Refused, nullptr, kThreads},
    {"_ZNSt7jthread", Treatment::Refused, nullptr, kThreads},
    {"_ZNSt11this_thread", Treatment::Refused, nullptr, kThreads},
    {"_ZNSt18condition_variable", Treatment::Refused, nullptr, kWaiting},
    {"_ZNSt13__future_base", Treatment::Refused, nullptr, kWaiting},
    {"_ZNKSt13__future_base", Treatment::Refused, nullptr, kWaiting},
    {"_ZNSt6thread6_State", Treatment::Pure, nullptr, {}},
    {"_ZNSt13__future_base12_Result_base", Treatment::Pure, nullptr, {}},
    {"_ZNSt10_Sp_locker", Treatment::Refused, nullptr, "its lock is hidden in the library"},
    {"_ZSt15__once_callable", Treatment::Refused, nullptr, "std::call_once is not modelled"},
    {"_ZSt11__once_call", Treatment::Refused, nullptr, "std::call_once is not modelled"},
    {"_ZSt16__get_once_mutex", Treatment::Refused, nullptr, "std::call_once is not modelled"},
    {"_ZSt27__set_once_functor_lock_ptr", Treatment::Refused, nullptr, "std::call_once is not modelled"},
    {"_ZNSt8__detail13__waiter_baseINS_13__waiter_poolEE12_S_wait_addrI",
     Treatment::Replaced,
     reinterpret_cast<void*>(&library_wait_place),
     {}},
    // Time, chance, files.
    {"_ZNSt6chrono", Treatment::Refused, nullptr, "time zones and other clocks are not modelled"},
    {"_ZNSt6chrono3_V212steady_clock9is_steady", Treatment::Pure, nullptr, {}},
    {"_ZNSt6chrono3_V212system_clock9is_steady", Treatment::Pure, nullptr, {}},
    {"_ZNSt6locale6global", Treatment::Refused, nullptr, "the program runs in the C locale"},
    {"_ZNSt13random_device", Treatment::Refused, nullptr, "it would not give the same numbers in every run"},
    {"_ZNSt13basic_filebuf", Treatment::Refused, nullptr, kFiles},
    {"_ZNKSt13basic_filebuf", Treatment::Refused, nullptr, kFiles},
    {"_ZNSt14basic_ifstream", Treatment::Refused, nullptr, kFiles},
    {"_ZNKSt14basic_ifstream", Treatment::Refused, nullptr, kFiles},
    {"_ZNSt14basic_ofstream", Treatment::Refused, nullptr, kFiles},
    {"_ZNKSt14basic_ofstream", Treatment::Refused, nullptr, kFiles},
    {"_ZNSt13basic_fstream", Treatment::Refused, nullptr, kFiles},
    {"_ZNKSt13basic_fstream", Treatment::Refused, nullptr, kFiles},
    {"_ZN9__gnu_cxx13stdio_filebuf", Treatment::Refused, nullptr, kFiles},
    {"_ZNSt10filesystem", Treatment::Refused, nullptr, kFiles},
    {"_ZNKSt10filesystem", Treatment::Refused, nullptr, kFiles},
};

const std::span<const LibraryFunction> table = library_functions();

/// A hash table of positions in `table`, by open addressing: it is built when the program starts, so it has to be
/// cheap, and it lives in an array, so that a stand-in may ask without allocating.
class Index {
 public:
  Index() {
    static_assert(kMaxLibraryFunctions * 2 <= kSlots && kMaxLibraryFunctions < kEmpty);
    slots_.fill(kEmpty);
    for (std::size_t i = 0; i < table.size(); ++i) slots_[place_of(table[i].name)] = static_cast<std::uint16_t>(i);
  }

  const LibraryFunction* find(std::string_view name) const {
    const std::uint16_t position = slots_[place_of(name)];
    return position == kEmpty ? nullptr : &table[position];
  }

 private:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::uint16_t kEmpty = 0xffff;

  /// Where the name is or would be.
  std::size_t place_of(std::string_view name) const {
    std::size_t place = std::hash<std::string_view>()(name) % kSlots;
    while (slots_[place] != kEmpty && table[slots_[place]].name != name) place = (place + 1) % kSlots;
    return place;
  }

  std::array<std::uint16_t, kSlots> slots_;
};

const LibraryFunction* find_rule(std::string_view name) {
  const LibraryFunction* best = nullptr;
  for (const LibraryFunction& rule : rules) {
    if (name.starts_with(rule.name) && (best == nullptr || best->name.size() < rule.name.size())) best = &rule;
  }
  return best;
}

/// Names in one paragraph, in alphabetical order.
void write_names(std::ostream& out, std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  std::size_t column = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string text = "`" + std::string(names[i]) + "`" + (i + 1 < names.size() ? "," : "");
    if (column > 0 && column + 1 + text.size() > 120) {
      out << '\n';
      column = 0;
    }
    if (column > 0) {
      out << ' ';
      ++column;
    }
    out << text;
    column += text.size();
  }
  out << '\n';
}

std::vector<std::string_view> names_of(Treatment treatment) {
  std::vector<std::string_view> names;
  for (const LibraryFunction& row : table) {
    if (row.treatment == treatment) names.push_back(row.name);
  }
  return names;
}

/// Refused names by their reasons, in the order in which these first come.
void write_refused(std::ostream& out, std::span<const LibraryFunction> rows, std::string_view ending) {
  std::vector<std::pair<std::string_view, std::vector<std::string>>> groups;
  for (const LibraryFunction& row : rows) {
    if (row.treatment != Treatment::Refused) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&row](const auto& one) { return one.first == row.why; });
    if (group == groups.end()) group = groups.insert(groups.end(), {row.why, {}});
    group->second.push_back(std::string(row.name) + std::string(ending));
  }
  for (const auto& [why, names] : groups) {
    out << "\nBecause " << why << ":\n\n";
    write_names(out, {names.begin(), names.end()});
  }
}

}  // namespace

const LibraryFunction* find_library_function(std::string_view name) {
  static const Index index;
  const LibraryFunction* const row = index.find(name);
  return row != nullptr ? row : find_rule(name);
}

std::span<const LibraryFunction> library_rules() { return rules; }

void write_library_markdown(std::ostream& out) {
  out << "# Library functions\n\n"
         "<!-- Written by `qpor --library-markdown > docs/library.md`; a test compares. Change\n"
         "frontend/native/library/functions.def. -->\n\n"
         "What qpor does when a [C program](native.md) calls the C or the C++ library. A function that is not listed\n"
         "here is called as it is; the report then names it as one that qpor does not control, and the verdict is not\n"
         "`safe`.\n\n"
         "## Modelled\n\nThe call goes to a function of qpor.\n\n";
  write_names(out, names_of(Treatment::Modelled));
  out << "\nLikewise functions that headers of the C++ library define, if qpor compiled all of the program, without\n"
         "optimising:\n\n";
  write_names(out, names_of(Treatment::Replaced));
  out << "\nVariables of the library that are qpor's own:\n\n";
  write_names(out, names_of(Treatment::Data));
  out << "\n## Looked at\n\nThe library's own. What they do depends on their arguments and the memory these point to, "
         "and\n"
         "the bytes that they read and write count as [accesses](native.md#data-races) of the caller;\n"
         "frontend/native/library/functions_checked.def says which. So do those of modelled functions.\n\n";
  write_names(out, names_of(Treatment::Checked));
  out << "\n## The library's own\n\nWhat they do depends on their arguments only, and they access no memory of the "
         "program.\n\n";
  write_names(out, names_of(Treatment::Pure));
  out << "\nFunctions and variables of the C++ library whose mangled names begin so:\n\n";
  std::vector<std::string> beginnings;
  for (const LibraryFunction& rule : rules) {
    if (rule.treatment == Treatment::Pure) beginnings.push_back(std::string(rule.name) + "...");
  }
  write_names(out, {beginnings.begin(), beginnings.end()});
  out << "\nStrings, streams, facets, containers, memory resources and exceptions of C++ are compiled with the "
         "program\n"
         "(`frontend/native/build/guest_library`), so that all that they access is seen.\n"
         "\n## Refused\n\nA thread that calls one stops there, and the verdict is not `safe`.\n";
  write_refused(out, table, "");
  out << "\nFunctions of the C++ library whose mangled names begin so:\n";
  write_refused(out, rules, "...");
}

}  // namespace qpor::frontend::native
