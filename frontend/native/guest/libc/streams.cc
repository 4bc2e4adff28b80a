#include "frontend/native/guest/libc/streams.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>

#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/stdio.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

/// They live as long as the process: the program's destructors may write after everything else is gone.
CxxStreams cxx_streams;

namespace {

/// What the program hands over to be written is read by it, and what it reads arrives in its memory. Calls that the
/// host's own code makes, when it formats numbers, are about memory of that code.
class Buffer final : public __gnu_cxx::stdio_sync_filebuf<char> {
 public:
  using stdio_sync_filebuf::stdio_sync_filebuf;

 protected:
  int_type overflow(int_type character) override {
    use(QPOR_CALLED_BY);
    return stdio_sync_filebuf::overflow(character);
  }
  int sync() override {
    use(QPOR_CALLED_BY);
    return stdio_sync_filebuf::sync();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    use(QPOR_CALLED_BY);
    announce(text, size, AccessKind::Read, QPOR_CALLED_BY);
    return stdio_sync_filebuf::xsputn(text, size);
  }
  int_type underflow() override {
    use(QPOR_CALLED_BY);
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::underflow();
  }
  int_type uflow() override {
    use(QPOR_CALLED_BY);
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::uflow();
  }
  int_type pbackfail(int_type character) override {
    use(QPOR_CALLED_BY);
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::pbackfail(character);
  }
  std::streamsize xsgetn(char* to, std::streamsize size) override {
    const Caller caller = QPOR_CALLED_BY;
    use(caller);
    take_turn(QPOR_CALLER);
    std::streamsize done = 0;
    while (done < size) {  // only what arrives is written
      char bytes[256];
      const std::streamsize wanted = std::min<std::streamsize>(size - done, sizeof bytes);
      const std::streamsize count = stdio_sync_filebuf::xsgetn(bytes, wanted);
      announce(to + done, count, AccessKind::Write, caller);
      std::memcpy(to + done, bytes, static_cast<std::size_t>(count));
      done += count;
      if (count < wanted) break;
    }
    return done;
  }

 private:
  /// Without synchronisation the library would keep characters in the buffer, and no lock around it.
  void use(Caller caller) {
    if (!has_machine() || library_state.is_synchronised) return;
    machine().accesses().access(reinterpret_cast<Address>(this), 1, AccessKind::Write, caller);
  }

  /// Other threads may read between two characters.
  void take_turn(Address pc) { use_stream(file(), pc); }

  static void announce(const char* begin, std::streamsize size, AccessKind kind, Caller caller) {
    const auto pc = reinterpret_cast<Address>(caller.address);
    if (size <= 0 || !has_machine() || pc < kCode || pc >= kReadOnly || !machine().accesses().is_on()) return;
    machine().accesses().access(reinterpret_cast<Address>(begin), static_cast<std::size_t>(size), kind, caller);
  }
};

static_assert(sizeof(Buffer) == sizeof cxx_streams.out_buffer);

// --- state

template <typename Type>
Type& in(char* place) {
  return *std::launder(reinterpret_cast<Type*>(place));
}

#define QPOR_PART(member, name) {kStreamsShadow + offsetof(CxxStreams, member), sizeof(CxxStreams::member), name}
constexpr ProcessStatePart kParts[] = {
    QPOR_PART(out, "the state of std::cout"),         QPOR_PART(error, "the state of std::cerr"),
    QPOR_PART(log, "the state of std::clog"),         QPOR_PART(in, "the state of std::cin"),
    QPOR_PART(out_buffer, "the buffer of std::cout"), QPOR_PART(error_buffer, "the buffer of std::cerr and std::clog"),
    QPOR_PART(in_buffer, "the buffer of std::cin"),
};
#undef QPOR_PART

/// Where std::cout and its kin keep what rdstate() tells.
struct State : std::ios_base {
  static constexpr std::ios_base::iostate std::ios_base::* kPlace = &State::_M_streambuf_state;
};
bool is_of_rdstate(Address shadow, std::size_t size) {
  const auto overlaps = [&](const std::ios_base& stream) {
    const Address place = stream_shadow(reinterpret_cast<Address>(&(stream.*State::kPlace)));
    return shadow < place + sizeof(std::ios_base::iostate) && place < shadow + size;
  };
  return overlaps(in<std::ostream>(cxx_streams.out)) || overlaps(in<std::ostream>(cxx_streams.error)) ||
         overlaps(in<std::ostream>(cxx_streams.log)) || overlaps(in<std::istream>(cxx_streams.in));
}

/// Is the program's own code above it on the stack, or one of the functions that may be called concurrently first?
bool is_in_stream_function(Caller caller) {
  const Machine& m = machine();
  const Code& code = m.code();
  auto place = reinterpret_cast<Address>(caller.address);
  FrameWalk walk = m.frames(machine().current().slot, reinterpret_cast<Address>(caller.frame));
  for (;; walk.go_up()) {
    if (code.has_call_at(place)) {
      const auto& ranges = code.stream_functions;
      const auto behind = std::upper_bound(ranges.begin(), ranges.end(), place - 1,
                                           [](Address value, const CodeRange& each) { return value < each.begin; });
      if (behind != ranges.begin() && place - 1 < std::prev(behind)->end) return true;
      if (m.is_own_code(place)) return false;
    }
    if (!walk.is_at_frame() || walk.caller() == 0) return false;
    place = walk.return_address();
  }
}

/// As at the beginning of a run.
CxxStreams image;
bool exists = false;

// --- locales

/// As libstdc++ lays them out; neither has changed since GCC 3.4.
struct Facet {
  const void* functions;
  int references;
};
struct LocaleImplementation {
  int references;
  Facet** facets;
  std::size_t count;
  Facet** caches;
};

/// The number of the first facet that the program adds.
std::size_t first_locale_id = 0;

LocaleImplementation& classic_locale() {
  LocaleImplementation* implementation = nullptr;
  static_assert(sizeof implementation == sizeof(std::locale));
  std::memcpy(&implementation, &std::locale::classic(), sizeof implementation);
  return *implementation;
}

/// The tables that libstdc++ makes at the first use of a number format and keeps for ever. They must be made here, in
/// the host's memory: what a program allocates on its own stack is gone with the run.
void make_tables() {
  std::stringstream text;
  text << 1 << ' ' << 1.5 << ' ' << true << ' ' << static_cast<const void*>(&text);
  long number = 0;
  double fraction = 0;
  text >> number >> fraction;
  static const std::locale::id next;
  first_locale_id = next._M_id() + 1;
}

void make_streams() {
  make_tables();
  auto* const out_buffer = new (cxx_streams.out_buffer) Buffer(library_state.out);
  auto* const error_buffer = new (cxx_streams.error_buffer) Buffer(library_state.error);
  auto* const in_buffer = new (cxx_streams.in_buffer) Buffer(library_state.in);
  auto* const out = new (cxx_streams.out) std::ostream(out_buffer);
  auto* const error = new (cxx_streams.error) std::ostream(error_buffer);
  auto* const log = new (cxx_streams.log) std::ostream(error_buffer);
  auto* const in = new (cxx_streams.in) std::istream(in_buffer);
  error->setf(std::ios_base::unitbuf);
  error->tie(out);
  in->tie(out);
  for (std::ios* each : {static_cast<std::ios*>(out), static_cast<std::ios*>(error), static_cast<std::ios*>(log),
                         static_cast<std::ios*>(in)}) {
    each->fill();  // makes the character
  }
  std::memcpy(&image, &cxx_streams, sizeof image);
  exists = true;
}

}  // namespace

void reset_cxx_streams() {
  if (!exists) make_streams();
  std::memcpy(&cxx_streams, &image, sizeof image);
  library_state.next_locale_id = first_locale_id;
}

bool are_cxx_streams_unchanged() { return std::memcmp(&cxx_streams, &image, sizeof image) == 0; }

// Copies of the classic locale that a run makes count here, and their destruction does. Going back to a checkpoint
// between the two leaves the count too small or too large, run by run; none of these facets must ever be deleted.
void forget_locales() {
  constexpr int kMany = 1 << 30;
  LocaleImplementation& classic = classic_locale();
  classic.references = kMany;
  for (std::size_t i = 0; i < classic.count; ++i) {
    if (classic.facets[i] != nullptr) classic.facets[i]->references = kMany;
    if (classic.caches[i] != nullptr) classic.caches[i]->references = kMany;
  }
}

ProcessStatePart stream_part(Address shadow) {
  for (const ProcessStatePart& part : kParts) {
    if (shadow - part.begin < part.size) return part;
  }
  return {};
}

// What these functions write besides the text is theirs alone (they set the width to 0 again, or switch the base for a
// pointer), but for the state that says that the end was reached or the stream is broken.
AccessKind kind_of_stream_access(Address shadow, std::size_t size, AccessKind kind, Caller caller) {
  const bool is_plain = kind == AccessKind::Read || kind == AccessKind::Write;
  if (!is_plain || !library_state.is_synchronised || !is_in_stream_function(caller)) return kind;
  return is_write(kind) && is_of_rdstate(shadow, size) ? AccessKind::SharedWrite : AccessKind::SharedRead;
}

bool is_stream_function(std::string_view symbol) {
  // Manipulators with and without an argument set the format; those that are functions of a stream call others.
  for (const char* each : {"SolsEPF", "SirsEPF", "_ZStlsIRSo", "St8_SetfillI", "St13_Setprecision", "St5_Setw",
                           "St8_Setbase", "St12_Setiosflags", "St14_Resetiosflags"}) {
    if (symbol.find(each) != symbol.npos) return false;
  }
  for (const char* each : {"_ZNSols",
                           "_ZNSo3put",
                           "_ZNSo5write",
                           "_ZNSo5flush",
                           "_ZNSo5tellp",
                           "_ZNSo5seekp",
                           "_ZNSo6sentry",
                           "_ZNSo9_M_insert",
                           "_ZNSirs",
                           "_ZNSi3get",
                           "_ZNSi4peek",
                           "_ZNSi4read",
                           "_ZNSi4sync",
                           "_ZNSi5seekg",
                           "_ZNSi5tellg",
                           "_ZNSi5unget",
                           "_ZNSi6ignore",
                           "_ZNSi6sentry",
                           "_ZNSi7getline",
                           "_ZNSi7putback",
                           "_ZNSi8readsome",
                           "_ZNSi10_M_extract",
                           "_ZStls",
                           "_ZStrs",
                           "_ZSt16__ostream_insert",
                           "_ZSt17__istream_extract",
                           "_ZSt7getline",
                           "_ZSt2wsI"}) {
    if (symbol.starts_with(each)) return true;
  }
  return false;
}

bool is_of_cxx_streams(std::string_view symbol) {
  for (const char* each : {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin"}) {
    if (symbol == each) return true;
  }
  return symbol.find("St6locale") != symbol.npos || symbol.find("St8ios_base") != symbol.npos;
}

// --- for the program

std::size_t guest_locale_id(std::size_t* number) {
  if (*number == 0) *number = ++library_state.next_locale_id;
  return *number - 1;
}

/// As libstdc++ does it: there is no way back, and the streams have other buffers from then on.
bool guest_sync_with_stdio(bool is_synchronised) {
  if (is_synchronised || !library_state.is_synchronised) return library_state.is_synchronised;
  const Caller caller = QPOR_CALLED_BY;
  for (const ProcessStatePart& each : kParts) {
    machine().accesses().access(each.begin, each.size, AccessKind::Write, caller);
  }
  library_state.is_synchronised = false;
  in<std::ostream>(cxx_streams.out).rdbuf(&in<Buffer>(cxx_streams.out_buffer));
  in<std::ostream>(cxx_streams.error).rdbuf(&in<Buffer>(cxx_streams.error_buffer));
  in<std::ostream>(cxx_streams.log).rdbuf(&in<Buffer>(cxx_streams.error_buffer));
  in<std::istream>(cxx_streams.in).rdbuf(&in<Buffer>(cxx_streams.in_buffer));
  return true;
}

}  // namespace qpor::frontend::native
