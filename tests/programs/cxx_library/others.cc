// The rest of the C++ library: memory resources, exceptions, numbers as text, optional, function, any, variant, smart
// pointers, locales.

#include <any>
#include <charconv>
#include <exception>
#include <functional>
#include <locale>
#include <memory>
#include <memory_resource>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "tests/programs/cxx_library/cases.h"

std::pmr::monotonic_buffer_resource monotonic;
std::pmr::unsynchronized_pool_resource pool;
std::pmr::synchronized_pool_resource shared_pool;
std::pmr::string pmr_string;
std::optional<int> optional;
std::optional<std::string> optional_string;
std::function<int()> function;
std::any any;
std::variant<int, std::string> variant;
std::unique_ptr<int> unique;
std::shared_ptr<int> shared;
std::pair<int, int> pair{1, 2};
std::tuple<int, std::string> tuple{1, "text"};
std::exception_ptr error;
std::runtime_error problem("a problem");
std::locale locale;
std::string text;
char characters[64];

void reset() {
  monotonic.release();
  pool.release();
  pmr_string = "short";
  optional = 1;
  optional_string = "text";
  function = [] { return 1; };
  any = 1;
  variant = 1;
  unique = std::make_unique<int>(1);
  shared = std::make_shared<int>(1);
  error = std::make_exception_ptr(1);
  text = "text";
  std::strcpy(characters, "2.75");
}

const Case cases[] = {
    WRITES(monotonic_allocate, use(monotonic.allocate(8)), use(monotonic.allocate(8))) WRITES(
        monotonic_release, monotonic.release(),
        use(monotonic.allocate(8))) WRITES(pool_allocate, use(pool.allocate(16)),
                                           use(pool.allocate(16))) WRITES(pool_deallocate,
                                                                          pool.deallocate(pool.allocate(16), 16),
                                                                          use(pool.allocate(16)))
        WRITES(pool_large, use(pool.allocate(100000)), use(pool.allocate(100000))) WRITES(
            pool_release, pool.release(),
            use(pool.allocate(64))) WRITES(pmr_string_append, pmr_string += "more",
                                           use(pmr_string.size())) WRITES(optional_assign, optional = 2, use(*optional))
            WRITES(optional_reset, optional.reset(), use(optional.has_value())) WRITES(
                optional_emplace, optional_string.emplace("x"), use(optional_string->size()))
                WRITES(function_assign, function = nullptr, use(bool(function))) WRITES(
                    function_call, function = [] { return 2; },
                    if (function)
                        function()) WRITES(function_swap, std::function<int()> empty; function.swap(empty), use(bool(function)))
                    WRITES(any_assign, any = std::string("x"), use(any.has_value())) WRITES(
                        any_cast,
                        any = 2, use(std::any_cast<int>(&any));
                        use(any.type() ==
                            typeid(int))) WRITES(variant_assign, variant = std::string("x"), use(variant.index()))
                        WRITES(unique_reset, unique.reset(), use(unique.get())) WRITES(
                            shared_assign,
                            shared = nullptr, use(shared.get())) WRITES(shared_value, *shared = 2, use(*shared))
                            WRITES(pair_assign, pair = std::make_pair(3, 4), use(pair.first)) WRITES(
                                tuple_assign,
                                tuple =
                                    std::make_tuple(2, "x"),
                                use(std::get<1>(tuple)
                                        .size())) WRITES(error_assign, error = nullptr, use(error == nullptr))
                                WRITES(error_copy, error = std::make_exception_ptr(2), std::exception_ptr copy = error)
                                    WRITES(problem_text, text[1] = 'x', std::runtime_error made(text)) WRITES(
                                        problem_characters,
                                        characters[1] =
                                            'x',
                                        std::logic_error
                                            made(characters)) WRITES(problem_assign, problem = std::runtime_error("x"),
                                                                     std::runtime_error copy(problem))
                                        WRITES(
                                            problem_thrown,
                                            text[1] = 'x',
                                            try { throw std::invalid_argument(text); } catch (
                                                const std::
                                                    exception&){}) WRITES(locale_assign,
                                                                          locale = std::locale::classic(),
                                                                          std::
                                                                              locale copy(locale))
                                            WRITES(locale_name, locale = std::locale::classic(), use(locale.name())) WRITES(
                                                to_chars_double, std::to_chars(characters, characters + 10, 1.25),
                                                use(characters
                                                        [1])) WRITES(to_chars_int,
                                                                     std::to_chars(characters, characters + 10, 125),
                                                                     use(characters[1]))
                                                WRITES(from_chars_double, characters[1] = '1', double to; std::
                                                           from_chars(characters, characters + 4,
                                                                      to)) WRITES(from_chars_int, characters[0] = '1',
                                                                                  int to;
                                                                                  std::
                                                                                      from_chars(characters, characters + 1,
                                                                                                 to))
                                                    READS(read_shared_pool,
                                                          shared_pool.deallocate(
                                                              shared_pool.allocate(16),
                                                              16)) READS(read_default_resource,
                                                                         use(std::pmr::get_default_resource()->allocate(
                                                                             8)))
                                                        READS(
                                                            read_new_delete,
                                                            use(std::pmr::new_delete_resource()->allocate(
                                                                8))) READS(read_optional,
                                                                           use(*optional)) READS(read_function,
                                                                                                 use(function()))
                                                            READS(read_shared, std::shared_ptr<int> copy = shared)
                                                                READS(read_error, std::exception_ptr copy = error) READS(
                                                                    read_problem,
                                                                    std::runtime_error copy(problem);
                                                                    use(copy.what()))
                                                                    READS(
                                                                        read_throw,
                                                                        try {
                                                                          throw std::runtime_error(text);
                                                                        } catch (const std::exception& caught) {
                                                                          use(caught.what());
                                                                        })
                                                                        READS(
                                                                            read_rethrow,
                                                                            try { std::rethrow_exception(error); } catch (
                                                                                int){}) READS(read_locale,
                                                                                              std::locale copy(locale);
                                                                                              use(copy.name()))
                                                                            READS(read_from_chars, double to;
                                                                                  std::from_chars(characters,
                                                                                                  characters + 4, to))};

int main(int argc, char** argv) { return run(cases, reset, argc, argv); }
