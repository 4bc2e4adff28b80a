// Containers: what is inline in the headers, and what these leave to libstdc++.so (hooks of lists, balanced trees, the
// number of buckets).

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tests/programs/cxx_library/cases.h"

std::vector<int> vector;
std::vector<bool> bits;
std::list<int> list, second;
std::forward_list<int> forward;
std::deque<int> deque;
std::map<int, int> map;
std::multimap<int, int> multimap;
std::set<std::string> set;
std::unordered_map<int, int> hash;
std::unordered_set<std::string> hash_set;
std::priority_queue<int> queue;

template <class Container>
int sum(const Container& container) {
  int result = 0;
  for (const int each : container) result += each;
  return result;
}

template <class Container>
int sum_of_pairs(const Container& container) {
  int result = 0;
  for (const auto& each : container) result += each.second;
  return result;
}

void reset() {
  vector = {1, 2, 3};
  bits.assign(100, false);
  list = {1, 2, 3};
  second = {4, 5};
  forward = {1, 2, 3};
  deque = {1, 2, 3};
  map = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
  multimap = {{1, 1}, {1, 2}};
  set = {"one", "two", "three"};
  hash = {{1, 1}, {2, 2}};
  hash_set = {"one", "two"};
  queue = {};
}

const Case cases[] = {
    WRITES(vector_push_back, vector.push_back(4), use(vector.size())) WRITES(
        vector_element, vector[1] = 4, use(sum(vector))) WRITES(vector_erase, vector.erase(vector.begin()),
                                                                use(vector.back()))
        WRITES(vector_insert, vector.insert(vector.begin(), 0), use(vector[0])) WRITES(
            vector_resize, vector.resize(1), use(vector.size())) WRITES(vector_bits, bits[3] = true, use(bool(bits[5])))
            WRITES(list_push_back, list.push_back(4), use(sum(list))) WRITES(
                list_push_front, list.push_front(4),
                use(list.front())) WRITES(list_pop_front, list.pop_front(), use(sum(list)))
                WRITES(list_insert, list.insert(++list.begin(), 9), use(sum(list))) WRITES(
                    list_erase, list.erase(++list.begin()), use(sum(list))) WRITES(list_reverse,
                                                                                   list.reverse(), use(sum(list)))
                    WRITES(list_splice, list.splice(list.begin(), second), use(sum(second))) WRITES(
                        list_splice_to,
                        list.splice(list.begin(), second),
                        use(list.front())) WRITES(list_swap, list.swap(second), use(sum(second)))
                        WRITES(list_sort, list.sort(), use(sum(list))) WRITES(
                            list_merge,
                            list.merge(second),
                            use(sum(list))) WRITES(list_remove, list.remove(2), use(sum(list)))
                            WRITES(list_clear, list.clear(), use(list.size())) WRITES(
                                forward_push, forward.push_front(0),
                                use(sum(forward))) WRITES(forward_reverse, forward.reverse(), use(sum(forward)))
                                WRITES(deque_push_back, deque.push_back(4), use(deque.back())) WRITES(
                                    deque_pop_front, deque.pop_front(),
                                    use(sum(deque))) WRITES(deque_element, deque[1] = 7, use(sum(deque)))
                                    WRITES(map_insert, map.insert({9, 9}), use(map.find(9))) WRITES(
                                        map_element, map[7] = 7,
                                        use(sum_of_pairs(map))) WRITES(map_erase, map.erase(2), use(sum_of_pairs(map)))
                                        WRITES(map_erase_last, map.erase(4), use(map.rbegin()->first)) WRITES(
                                            map_backwards,
                                            map.erase(1), use((--map.end())->first);
                                            use(map.begin()
                                                    ->first)) WRITES(map_value, map.find(2)->second = 5,
                                                                     use(sum_of_pairs(map)))
                                            WRITES(map_clear, map.clear(), use(map.size())) WRITES(
                                                map_extract,
                                                map.extract(1),
                                                use(map.count(1))) WRITES(multimap_insert, multimap.emplace(1, 3),
                                                                          use(multimap.count(1)))
                                                WRITES(set_insert, set.insert("four"), use(set.count("four"))) WRITES(
                                                    set_lower_bound,
                                                    set.erase("one"), use(set.lower_bound("p")))
                                                    WRITES(hash_insert, hash.insert({9, 9}), use(hash.find(9))) WRITES(
                                                        hash_rehash, hash.rehash(100),
                                                        use(hash.bucket_count())) WRITES(hash_grow,
                                                                                         for (int i = 0; i < 50;
                                                                                              ++i) hash[i] = i,
                                                                                         use(sum_of_pairs(hash)))
                                                        WRITES(hash_erase, hash.erase(1), use(hash.size()))
                                                            WRITES(hash_value, hash[1] = 7, use(hash.at(1))) WRITES(
                                                                hash_reserve, hash.reserve(100),
                                                                use(hash.find(1))) WRITES(hash_set_insert,
                                                                                          hash_set.insert("three"),
                                                                                          use(hash_set.count("three")))
                                                                WRITES(queue_push, queue.push(1), use(queue.size()))
                                                                    READS(read_vector, use(sum(vector))) READS(
                                                                        read_list, use(sum(list)))
                                                                        READS(read_map, use(sum_of_pairs(map))) READS(
                                                                            read_map_backwards,
                                                                            use((--map.end())->first))
                                                                            READS(read_set, use(set.count("two")))
                                                                                READS(read_hash, use(hash.find(1)))
                                                                                    READS(read_hash_set,
                                                                                          use(hash_set.count("two")))
                                                                                        READS(read_deque,
                                                                                              use(sum(deque)))};

int main(int argc, char** argv) { return run(cases, reset, argc, argv); }
