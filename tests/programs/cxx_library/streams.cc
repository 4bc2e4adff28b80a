// Streams: on a stream of the program's own all is a race; the standard streams are for all threads, but not the memory
// that they write or read.

#include <ctime>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <locale>
#include <sstream>
#include <string>

#include "tests/programs/cxx_library/cases.h"

std::ostringstream out;
std::istringstream in;
std::stringstream both;
std::stringbuf buffer;
std::string text;
char characters[32];
const std::string other = "some";
int number = 7;
double fraction = 1.5;
void* pointer = nullptr;
std::tm date{};

void reset() {
  out = std::ostringstream();
  in = std::istringstream("1 2.5 word and a line\nanother");
  both = std::stringstream();
  buffer.str("0123456789");
  text = "some text";
  std::strcpy(characters, "characters");
}

const Case cases[] = {
    WRITES(insert_int, out << 1, out << 2) WRITES(insert_double, out << 1.5, use(out.str())) WRITES(
        insert_bool, out << std::boolalpha << true, use(out.str())) WRITES(insert_pointer, out << pointer, out << 'x')
        WRITES(insert_char, out << 'c', use(out.str())) WRITES(insert_text, out << "text", out << text) WRITES(
            insert_string, out << text, use(out.str())) WRITES(insert_string_source, text[1] = 'x', out << text)
            WRITES(insert_characters_source, characters[1] = 'x', out << characters) WRITES(
                insert_width, out << std::setw(9) << 3,
                out << 4) WRITES(write, out.write("abc", 3), use(out.str())) WRITES(write_source, characters[1] = 'x',
                                                                                    out.write(characters, 3))
                WRITES(put, out.put('c'), out.put('d')) WRITES(flags, out.setf(std::ios::hex), use(out.flags())) WRITES(
                    precision,
                    out.precision(3), out << fraction) WRITES(fill, out.fill('x'), out << std::setw(4) << 1)
                    WRITES(state, out.setstate(std::ios::failbit), use(out.good())) WRITES(
                        clear,
                        in.clear(),
                        use(in.rdstate())) WRITES(set_text, out.str("new"),
                                                  use(out.str())) WRITES(tellp, out << "x", use(out.tellp()))
                        WRITES(extract_int, in >> number, use(number)) WRITES(
                            extract_two, int a;
                            in >> a, int b;
                            in >>
                            b) WRITES(extract_double, in >> fraction,
                                      use(fraction)) WRITES(extract_string, in >> text, use(text.size()))
                            WRITES(extract_characters, in >> std::setw(5) >> characters, use(characters[0])) WRITES(
                                extract_char,
                                in >> characters[3],
                                use(characters[3])) WRITES(get, in.get(characters[2]), use(characters[2]))
                                WRITES(get_line, in.getline(characters, 10), use(characters[1])) WRITES(
                                    getline, std::getline(in, text),
                                    use(text.size())) WRITES(read, in.read(characters, 5),
                                                             use(characters[4])) WRITES(ignore, in.ignore(3), use(in.peek()))
                                    WRITES(peek, in.get(), use(in.peek())) WRITES(seek, in.seekg(2), use(in.get())) WRITES(
                                        unget,
                                        in.get();
                                        in.unget(),
                                        use(in.get())) WRITES(both_ways, both << 1, int a;
                                                              both >>
                                                              a) WRITES(buffer_put, buffer.sputc('x'), use(buffer.str()))
                                        WRITES(buffer_get, use(buffer.sbumpc()), use(buffer.sgetc())) WRITES(
                                            buffer_from,
                                            out << &buffer,
                                            use(buffer
                                                    .sgetc())) WRITES(iterators, *std::ostreambuf_iterator<char>(out) = 'x',
                                                                      out << 'y')
                                            WRITES(copy_format, out.copyfmt(both), out << 1) WRITES(
                                                swap, out.swap(*new std::ostringstream),
                                                use(out.str())) WRITES(cout_string, text[1] = 'x', std::cout << text)
                                                WRITES(cout_characters, characters[1] = 'x', std::cout << characters) WRITES(
                                                    cout_write,
                                                    characters[1] =
                                                        'x',
                                                    std::cout.write(
                                                        characters,
                                                        4)) WRITES(cout_number, number = 3, std::cout << number)
                                                    WRITES(cerr_string, text[1] = 'x', std::cerr << text) WRITES(
                                                        cout_to_string,
                                                        std::streambuf* const before =
                                                            std::cout.rdbuf(&buffer);
                                                        std::cout << 1;
                                                        std::cout.rdbuf(before), use(buffer.str()))
                                                        WRITES(
                                                            upper,
                                                            std::use_facet<std::ctype<char>>(std::locale())
                                                                .toupper(characters, characters + 4),
                                                            use(characters
                                                                    [1])) WRITES(collate, characters[2] = 'x',
                                                                                 use(std::use_facet<std::collate<
                                                                                         char>>(std::locale())
                                                                                         .hash(characters, characters + 4)))
                                                            WRITES(collate_locale, text[2] = 'x',
                                                                   use(std::locale()(text, other)))
                                                                WRITES(put_time, date.tm_hour = 3,
                                                                       out << std::
                                                                               put_time(&date, "%H"))
                                                                    WRITES(
                                                                        get_time,
                                                                        std::istringstream
                                                                            own("12:30");
                                                                        own >>
                                                                            std::get_time(&date, "%H:%M"),
                                                                        use(date.tm_min)) WRITES(put_money,
                                                                                                 out << std::
                                                                                                         put_money(
                                                                                                             123.0L),
                                                                                                 use(out.str()))
                                                                        WRITES(
                                                                            put_number,
                                                                            std::use_facet<std::num_put<char>>(
                                                                                out.getloc())
                                                                                .put(std::ostreambuf_iterator<char>(
                                                                                         out),
                                                                                     out, ' ', 5L),
                                                                            out << 'x')
                                                                            READS(read_cout,
                                                                                  std::cout
                                                                                      << "text"
                                                                                      << 1 << 2.5
                                                                                      << text
                                                                                      << std::endl)
                                                                                READS(read_cout_formats,
                                                                                      std::ostream formats(
                                                                                          std::cout.rdbuf());
                                                                                      formats
                                                                                      << std::hex
                                                                                      << 255
                                                                                      << std::dec)
                                                                                    READS(read_cerr, std::cerr
                                                                                                         << text
                                                                                                         << '\n')
                                                                                        READS(read_cin, std::cin.get()) READS(
                                                                                            read_own_streams,
                                                                                            std::ostringstream own;
                                                                                            own
                                                                                            << 1 << ' '
                                                                                            << 2.5 << text;
                                                                                            use(own.str()))
                                                                                            READS(
                                                                                                read_own_input,
                                                                                                std::istringstream own(
                                                                                                    "1 2.5 x");
                                                                                                int a; double b;
                                                                                                own >> a >>
                                                                                                b) READS(read_str,
                                                                                                         use(out.str()))
                                                                                                READS(read_good,
                                                                                                      use(out.good()))
                                                                                                    READS(
                                                                                                        read_facet,
                                                                                                        use(std::use_facet<
                                                                                                                std::ctype<
                                                                                                                    char>>(
                                                                                                                std::
                                                                                                                    locale())
                                                                                                                .toupper(
                                                                                                                    'x')))
                                                                                                        READS(
                                                                                                            read_narrow,
                                                                                                            use(out.narrow(
                                                                                                                '\0',
                                                                                                                'x'));
                                                                                                            use(out.widen(
                                                                                                                'y')))};

int main(int argc, char** argv) { return run(cases, reset, argc, argv); }
