// Things in words, so that a sentence may say "a mutex" first and "the mutex" later. Constants.

#pragma once

#include <cstdint>

namespace qpor::frontend::native {

enum class Article : std::uint8_t { None, A, An, The, Its };

/// With a space after it.
constexpr const char* text_of(Article article) {
  switch (article) {
    case Article::None: return "";
    case Article::A: return "a ";
    case Article::An: return "an ";
    case Article::The: return "the ";
    case Article::Its: return "its ";
  }
  return "";
}

struct Noun {
  const char* name = nullptr;
  Article article = Article::None;

  /// Of something that has been named before.
  constexpr Article again() const { return article == Article::A || article == Article::An ? Article::The : article; }
};

constexpr Noun a(const char* name) { return {name, Article::A}; }
constexpr Noun an(const char* name) { return {name, Article::An}; }
constexpr Noun the(const char* name) { return {name, Article::The}; }
constexpr Noun its(const char* name) { return {name, Article::Its}; }

}  // namespace qpor::frontend::native
