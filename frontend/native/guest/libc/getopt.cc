// getopt and getopt_long, written anew: those of glibc remember in variables of their own how far they moved the words
// that are no options. Here all state is in LibraryState, where a checkpoint has it.
//
// Words that are no options are moved behind each option that follows them, unless POSIXLY_CORRECT is set or the
// options begin with '+'; with '-' each is the argument of an option 1. "--" ends the options.

#include <getopt.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"

namespace qpor::frontend::native {

namespace {

struct Request {
  const Touch& touch;
  int count;
  char** words;
  const char* letters;
  const option* long_options;
  int* long_index;
  bool is_long_only;
};

bool is_option(const char* word) { return word[0] == '-' && word[1] != '\0'; }

/// Moves the words [from, to) so that the first of them is at `place`, over those that were there.
void move_words(const Touch& touch, char** words, int place, int from, int to) {
  if (place < from && from < to) touch.write(words + place, static_cast<std::size_t>(to - place) * sizeof *words);
  for (; from < to; ++from, ++place) {
    char* const word = words[from];
    for (int i = from; i > place; --i) words[i] = words[i - 1];
    words[place] = word;
  }
}

template <typename... Values>
void complain(const Request& request, const char* format, Values... values) {
  if (library_state.option_errors == 0 || *request.letters == ':') return;
  std::fprintf(library_state.error, "%s: ", request.words[0]);
  std::fprintf(library_state.error, format, values...);
}

int missing_argument(const Request& request) { return *request.letters == ':' ? ':' : '?'; }

/// The option that `name` of that length means: the exact one, or the only one that begins so.
const option* find_long(const Request& request, const char* name, std::size_t length, bool& is_ambiguous) {
  const option* found = nullptr;
  is_ambiguous = false;
  for (const option* one = request.long_options; one->name != nullptr; ++one) {
    request.touch.read(one, sizeof *one);
    request.touch.read_text(one->name);
    if (std::strncmp(one->name, name, length) != 0) continue;
    if (one->name[length] == '\0') {
      is_ambiguous = false;
      return one;
    }
    if (found != nullptr && (found->flag != one->flag || found->val != one->val || found->has_arg != one->has_arg)) {
      is_ambiguous = true;
    }
    if (found == nullptr) found = one;
  }
  return found;
}

/// A word that begins with "--", or with "-" for getopt_long_only. Advances option_index.
int long_option(const Request& request, const char* dashes, const char* name) {
  const char* const equals = std::strchr(name, '=');
  const std::size_t length = equals == nullptr ? std::strlen(name) : static_cast<std::size_t>(equals - name);
  bool is_ambiguous = false;
  const option* const found = find_long(request, name, length, is_ambiguous);
  ++library_state.option_index;
  if (found == nullptr || is_ambiguous) {
    complain(request, is_ambiguous ? "option '%s%s' is ambiguous\n" : "unrecognized option '%s%s'\n", dashes, name);
    library_state.option_unknown = 0;
    return '?';
  }
  if (equals != nullptr && found->has_arg == no_argument) {
    complain(request, "option '%s%s' doesn't allow an argument\n", dashes, found->name);
    library_state.option_unknown = found->val;
    return '?';
  }
  if (equals != nullptr) {
    library_state.option_argument = const_cast<char*>(equals) + 1;
  } else if (found->has_arg == required_argument) {
    if (library_state.option_index >= request.count) {
      complain(request, "option '%s%s' requires an argument\n", dashes, found->name);
      library_state.option_unknown = found->val;
      return missing_argument(request);
    }
    library_state.option_argument = request.words[library_state.option_index++];
  }
  request.touch.write(request.long_index, sizeof *request.long_index);
  if (request.long_index != nullptr) *request.long_index = static_cast<int>(found - request.long_options);
  if (found->flag == nullptr) return found->val;
  request.touch.write(found->flag, sizeof *found->flag);
  *found->flag = found->val;
  return 0;
}

/// The next letter of option_letters. Advances option_index behind the word's last letter and its argument.
int short_option(const Request& request) {
  LibraryState& state = library_state;
  const int letter = static_cast<unsigned char>(*state.option_letters++);
  const bool is_last = *state.option_letters == '\0';
  const char* const known = letter == ':' || letter == ';' ? nullptr : std::strchr(request.letters, letter);
  if (known == nullptr || known[1] != ':') {
    if (is_last) {
      ++state.option_index;
      state.option_letters = nullptr;
    }
    if (known != nullptr) return letter;
    complain(request, "invalid option -- '%c'\n", letter);
    state.option_unknown = letter;
    return '?';
  }
  ++state.option_index;
  if (!is_last) {
    state.option_argument = state.option_letters;
  } else if (known[2] != ':') {
    if (state.option_index >= request.count) {
      state.option_letters = nullptr;
      complain(request, "option requires an argument -- '%c'\n", letter);
      state.option_unknown = letter;
      return missing_argument(request);
    }
    state.option_argument = request.words[state.option_index++];
  }
  state.option_letters = nullptr;
  return letter;
}

int take_option(const Request& request) {
  LibraryState& state = library_state;
  if (state.option_letters != nullptr) return short_option(request);
  char* const word = request.words[state.option_index];
  if (request.long_options != nullptr && word[1] == '-') return long_option(request, "--", word + 2);
  if (request.long_options != nullptr && request.is_long_only) {
    bool is_ambiguous = false;
    const std::size_t length = std::strcspn(word + 1, "=");
    const bool is_letter = word[2] == '\0' && std::strchr(request.letters, word[1]) != nullptr;
    if (!is_letter && (find_long(request, word + 1, length, is_ambiguous) != nullptr ||
                       std::strchr(request.letters, word[1]) == nullptr)) {
      return long_option(request, "-", word + 1);
    }
  }
  state.option_letters = word + 1;
  return short_option(request);
}

/// Where the next option is; -1 when there is none. Words before it that are none stay for the moment.
int find_option(const Request& request, char order) {
  const LibraryState& state = library_state;
  const bool stays = order == '+' || guest_getenv("POSIXLY_CORRECT") != nullptr;
  int place = state.option_index;
  for (int i = place; i < request.count; ++i) {
    request.touch.read_text(request.words[i]);
    if (is_option(request.words[i])) break;
  }
  while (place < request.count && !is_option(request.words[place])) {
    if (stays) return -1;
    ++place;
  }
  return place < request.count ? place : -1;
}

int next_option(Request request) {
  LibraryState& state = library_state;
  request.touch.write(&process_state().options, 1);
  request.touch.write(&state.option_index, sizeof state.option_index);
  request.touch.write(&state.option_argument, sizeof state.option_argument);
  request.touch.read(&state.option_errors, sizeof state.option_errors);
  request.touch.read(request.words, static_cast<std::size_t>(request.count) * sizeof *request.words);
  request.touch.read_text(request.letters);
  state.option_argument = nullptr;
  if (state.option_index == 0) {  // glibc's way to ask for a new beginning
    state.option_index = 1;
    state.option_letters = nullptr;
  }
  const char order = *request.letters;
  if (order == '+' || order == '-') ++request.letters;

  if (state.option_letters == nullptr) {
    state.option_first = state.option_index;
    if (state.option_index >= request.count) return -1;
    if (order == '-' && !is_option(request.words[state.option_index])) {
      state.option_argument = request.words[state.option_index++];
      return 1;
    }
    const int place = find_option(request, order);
    if (place < 0) return -1;
    state.option_index = state.option_place = place;
    if (std::strcmp(request.words[place], "--") == 0) {
      move_words(request.touch, request.words, state.option_first, place, place + 1);
      state.option_index = state.option_first + 1;
      return -1;
    }
  }
  const int result = take_option(request);
  if (state.option_letters == nullptr) {  // done with the word, and its argument is known
    move_words(request.touch, request.words, state.option_first, state.option_place, state.option_index);
    state.option_index = state.option_first + state.option_index - state.option_place;
  }
  return result;
}

}  // namespace

int guest_getopt(int count, char* const words[], const char* letters) {
  return next_option({Touch{QPOR_CALLED_BY}, count, const_cast<char**>(words), letters, nullptr, nullptr, false});
}

int guest_getopt_long(int count, char* const words[], const char* letters, const option* options, int* index) {
  return next_option({Touch{QPOR_CALLED_BY}, count, const_cast<char**>(words), letters, options, index, false});
}

int guest_getopt_long_only(int count, char* const words[], const char* letters, const option* options, int* index) {
  return next_option({Touch{QPOR_CALLED_BY}, count, const_cast<char**>(words), letters, options, index, true});
}

}  // namespace qpor::frontend::native
