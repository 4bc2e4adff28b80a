// std::string: every group of member functions, for a short text, which is in the object, and a long one.

#include <functional>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/programs/cxx_library/cases.h"

std::string shared, large, numbers;
char buffer[64];

void reset() {
  shared = "short";
  large = "a text that is too long for the object itself";
  numbers = "12345";
  std::strcpy(buffer, "a buffer of the program");
}

const Case cases[] = {
    WRITES(assign, shared.assign("other"), use(shared.size())) WRITES(
        assign_count, shared.assign(3, 'x'),
        use(shared.empty())) WRITES(assign_operator, shared = "other",
                                    use(shared[0])) WRITES(assign_string, shared = numbers, use(shared.length()))
        WRITES(assign_source, shared[1] = 'x', numbers = shared) WRITES(
            assign_char, shared = 'c',
            use(shared.back())) WRITES(assign_move, numbers = std::move(shared),
                                       use(shared.size())) WRITES(append, shared.append("more"), use(shared.size()))
            WRITES(append_source, shared[0] = 'x', numbers.append(shared)) WRITES(
                append_buffer,
                buffer[2] =
                    'x',
                numbers.append(buffer)) WRITES(append_part, buffer[2] = 'x', numbers.append(buffer, 3))
                WRITES(append_operator, shared += "more", use(shared.back())) WRITES(
                    append_long,
                    large +=
                    "more",
                    use(large.c_str()[3])) WRITES(push_back, shared.push_back('x'), use(shared.size()))
                    WRITES(pop_back, shared.pop_back(), use(shared.size())) WRITES(
                        insert,
                        shared.insert(1, "xx"),
                        use(shared
                                [3])) WRITES(insert_iterator, shared.insert(shared.begin(), 'x'),
                                             use(shared[0])) WRITES(erase, shared.erase(1, 2), use(shared.size()))
                        WRITES(erase_iterator, shared.erase(shared.begin()), use(shared.size())) WRITES(
                            replace,
                            shared.replace(0, 2, "yy"),
                            use(shared[1])) WRITES(replace_source, shared[0] = 'x', numbers.replace(0, 1, shared))
                            WRITES(clear, shared.clear(), use(shared.empty())) WRITES(
                                resize,
                                shared.resize(2),
                                use(shared.size())) WRITES(reserve, large.reserve(500), use(large.capacity()))
                                WRITES(shrink, large.resize(20); large.shrink_to_fit(), use(large.data())) WRITES(
                                    swap,
                                    shared.swap(numbers),
                                    use(numbers.size())) WRITES(element, shared[1] = 'x', use(shared[1]))
                                    WRITES(at, shared.at(1) = 'x', use(shared.at(1))) WRITES(
                                        front,
                                        shared.front() =
                                            'x',
                                        use(shared
                                                .front())) WRITES(iterators, *shared.begin() = 'x',
                                                                  use(*shared.cbegin()))
                                        WRITES(find, large[30] = 'x', use(large.find("itself"))) WRITES(
                                            find_char,
                                            large[3] =
                                                'x',
                                            use(large.find('z'))) WRITES(rfind, large[3] = 'x', use(large.rfind("zzz")))
                                            WRITES(find_first_of, shared[2] = 'x', use(shared.find_first_of("xyz"))) WRITES(
                                                find_last_of,
                                                shared[2] =
                                                    'x',
                                                use(shared
                                                        .find_last_of("xyz"))) WRITES(find_first_not_of, shared[2] = 'x',
                                                                                      use(shared.find_first_not_of(
                                                                                          "short")))
                                                WRITES(compare, shared[2] = 'x', use(shared.compare("shore"))) WRITES(
                                                    compare_operator,
                                                    shared[2] =
                                                        'x',
                                                    use(shared ==
                                                        "short")) WRITES(less, shared[0] = 'x', use(shared < numbers))
                                                    WRITES(copy, shared[0] = 'x', shared.copy(buffer, 3)) WRITES(
                                                        copy_to,
                                                        buffer[1] =
                                                            'x',
                                                        shared
                                                            .copy(buffer,
                                                                  3)) WRITES(substr, shared[2] = 'x',
                                                                             use(shared.substr(1, 3)))
                                                        WRITES(plus, shared[2] = 'x', use(shared + "x")) WRITES(
                                                            construct,
                                                            shared[2] =
                                                                'x',
                                                            std::string
                                                                made(shared)) WRITES(construct_buffer, buffer[2] = 'x',
                                                                                     std::string made(buffer, 5))
                                                            WRITES(view, shared[2] = 'x',
                                                                   use(std::string_view(shared).find(
                                                                       'z'))) WRITES(hash, shared[2] = 'x',
                                                                                     use(std::hash<std::string>()(
                                                                                         shared)))
                                                                WRITES(stoi, numbers[2] = '7',
                                                                       use(std::stoi(
                                                                           numbers))) WRITES(stod, numbers[2] = '7',
                                                                                             use(std::stod(numbers)))
                                                                    WRITES(stoul, numbers.clear(),
                                                                           use(std::stoul(numbers)))
                                                                        WRITES(
                                                                            getline, std::istringstream
                                                                                         in("line\n");
                                                                            std::getline(in, shared),
                                                                            use(shared.size()))
                                                                            WRITES(
                                                                                extract, std::istringstream
                                                                                             in("word");
                                                                                in >> shared, use(shared.size()))
                                                                                READS(read_size, use(shared.size())) READS(
                                                                                    read_find,
                                                                                    use(large.find("itself")))
                                                                                    READS(read_copy, std::string made(
                                                                                                         large))
                                                                                        READS(read_compare,
                                                                                              use(shared == numbers))
                                                                                            READS(
                                                                                                read_stoi,
                                                                                                use(std::stoi(numbers)))
                                                                                                READS(
                                                                                                    read_hash,
                                                                                                    use(std::hash<
                                                                                                        std::string>()(
                                                                                                        large)))
                                                                                                    READS(
                                                                                                        read_substr,
                                                                                                        use(large.substr(
                                                                                                            2)))};

int main(int argc, char** argv) { return run(cases, reset, argc, argv); }
