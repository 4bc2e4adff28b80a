// Slots of threads against the rule that they are made by: in the order of their claims, each thread takes the first
// free slot of its list. The rule is applied to the whole set of threads at once; what is tested gets the threads one
// after the other, in random orders, and restarts.

#include "frontend/native/machine/slots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/driver.h"
#include "tests/support/random_source.h"

namespace qpor::frontend::native {
namespace {

using engine::ThreadId;

/// A set of threads, each by its creator's place in the list and the ordinal of the create.
struct Node {
  std::size_t creator;
  std::uint32_t ordinal;
  std::size_t ancestors;
};
using Tree = std::vector<Node>;

enum class Shape { Flat, Line, Any };

Tree random_tree(oracle::RandomSource& random, std::size_t threads, Shape shape) {
  Tree tree{{0, 0, 0}};
  std::vector<std::uint32_t> creates(threads, 0);
  while (tree.size() < threads) {
    const auto any = static_cast<std::size_t>(random.below(static_cast<int>(tree.size())));
    const std::size_t creator = shape == Shape::Flat   ? std::min(any, std::size_t{3})
                                : shape == Shape::Line ? tree.size() - 1
                                                       : any;
    tree.push_back({creator, creates[creator]++, tree[creator].ancestors + 1});
  }
  return tree;
}

/// Whose key in the tree is that: names are what they are whichever order the threads are found in.
using Named = std::map<std::uint64_t, Slot>;

std::vector<engine::Thread> names_of(const Tree& tree, const std::vector<std::size_t>& order) {
  engine::ThreadTable table;
  std::vector<ThreadId> ids(tree.size(), engine::kNoThread);
  for (const std::size_t each : order) {
    const Node& node = tree[each];
    ids[each] = table.intern(each == 0 ? engine::kNoThread : ids[node.creator], node.ordinal, "t");
  }
  return table.all();
}

/// Creators before their children, and the creates of one thread in their order, otherwise at random.
std::vector<std::size_t> random_order(oracle::RandomSource& random, const Tree& tree) {
  std::vector<std::size_t> order, ready{0};
  std::vector<std::vector<std::size_t>> children(tree.size());
  for (std::size_t i = 1; i < tree.size(); ++i) children[tree[i].creator].push_back(i);
  std::vector<std::size_t> next(tree.size(), 0);
  const auto add_next_of = [&](std::size_t creator) {
    if (next[creator] < children[creator].size()) ready.push_back(children[creator][next[creator]++]);
  };
  while (!ready.empty()) {
    const auto chosen = static_cast<std::size_t>(random.below(static_cast<int>(ready.size())));
    const std::size_t thread = ready[chosen];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(chosen));
    order.push_back(thread);
    if (thread != 0) add_next_of(tree[thread].creator);
    add_next_of(thread);
  }
  return order;
}

std::vector<std::size_t> given_order(const Tree& tree) {
  std::vector<std::size_t> order(tree.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  return order;
}

Named by_the_rule(const Tree& tree) {
  const std::vector<engine::Thread> threads = names_of(tree, given_order(tree));
  std::vector<std::size_t> claims = given_order(tree);
  std::sort(claims.begin(), claims.end(), [&](std::size_t one, std::size_t other) {
    return std::pair(tree[one].ancestors, threads[one].name_hash) <
           std::pair(tree[other].ancestors, threads[other].name_hash);
  });
  Named slots;
  std::set<Slot> taken;
  for (const std::size_t each : claims) {
    std::size_t position = 0;
    while (taken.count(wanted_slot(threads[each], position)) != 0) ++position;
    const Slot slot = wanted_slot(threads[each], position);
    if (slot == kNoSlot) ADD_FAILURE() << "no slot is left";
    taken.insert(slot);
    slots[threads[each].name_hash] = slot;
  }
  return slots;
}

struct Found {
  Named slots;
  std::size_t restarts = 0;
  std::vector<engine::ClaimedSlot> claims;
};

Found found_in(const Tree& tree, const std::vector<std::size_t>& order, std::vector<engine::ClaimedSlot> known = {}) {
  const std::vector<engine::Thread> threads = names_of(tree, order);
  Found result;
  Slots slots;
  for (bool is_done = false; !is_done; known = slots.claims()) {
    slots.begin(known);
    is_done = true;
    for (const engine::Thread& each : threads) {
      const Slots::Added added = slots.add(each);
      EXPECT_NE(added, Slots::Added::Full);
      is_done = added == Slots::Added::Yes;
      if (!is_done) break;
    }
    result.restarts += is_done ? 0 : 1;
  }
  EXPECT_TRUE(slots.well_formed());
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const Slot slot = slots.of(static_cast<ThreadId>(i));
    EXPECT_EQ(slots.at(slot), static_cast<ThreadId>(i));
    result.slots[threads[i].name_hash] = slot;
  }
  result.claims = slots.claims();
  return result;
}

TEST(Slots, AreThoseOfTheRuleInWhateverOrderThreadsAreFound) {
  const std::uint64_t seed = engine::seed_or(1);
  std::cout << "seed " << seed << "\n";
  std::size_t restarts = 0, contested = 0;
  for (int round = 0; round < 40; ++round) {
    oracle::RandomSource random(seed * 1'000 + static_cast<std::uint64_t>(round));
    const std::size_t threads = std::vector<std::size_t>{4, 30, 100, 250}.at(static_cast<std::size_t>(round % 4));
    const auto shape = static_cast<Shape>(random.below(3));
    const Tree tree = random_tree(random, threads, shape);
    const Named wanted = by_the_rule(tree);
    for (int turn = 0; turn < 3; ++turn) {
      const Found found = found_in(tree, random_order(random, tree));
      ASSERT_EQ(found.slots, wanted) << "round " << round << ", turn " << turn;
      restarts += found.restarts;
      contested += found.claims.size();
      // Who is told beforehand finds the same, and has nothing to learn.
      const Found told = found_in(tree, random_order(random, tree), found.claims);
      ASSERT_EQ(told.slots, wanted);
      ASSERT_EQ(told.restarts, 0u);
    }
  }
  std::cout << contested << " contested slots, " << restarts << " restarts\n";
  EXPECT_GT(restarts, 0u);
  EXPECT_GT(contested, restarts);
}

TEST(Slots, AreEnoughForAsManyThreadsAsThereAre) {
  oracle::RandomSource random(7);
  const Tree tree = random_tree(random, kMostThreads, Shape::Line);
  const Found found = found_in(tree, given_order(tree));
  EXPECT_EQ(found.slots, by_the_rule(tree));
  EXPECT_EQ(found.restarts, 0u) << "creators have better claims and come first";
}

TEST(Slots, OfMainsChildrenAreInTheOrderOfTheirCreates) {
  Tree tree{{0, 0, 0}};
  for (std::uint32_t i = 0; i + 1 < kMostThreads; ++i) tree.push_back({0, i, 1});
  Slots slots;
  slots.begin({});
  for (const engine::Thread& each : names_of(tree, given_order(tree))) {
    ASSERT_EQ(slots.add(each), Slots::Added::Yes);
    ASSERT_EQ(index(slots.all().back()), slots.all().size() - 1);
  }
}

TEST(Slots, OfAThreadThatIsNotThereAnyMoreAreFree) {
  const Tree tree{{0, 0, 0}, {0, 0, 1}, {1, 0, 2}};
  Slots slots;
  for (int exploration = 0; exploration < 2; ++exploration) {
    slots.begin({});
    for (const engine::Thread& each : names_of(tree, given_order(tree))) ASSERT_EQ(slots.add(each), Slots::Added::Yes);
  }
  const Slot last = slots.all().back();
  slots.begin({});
  EXPECT_EQ(slots.at(last), engine::kNoThread);
  EXPECT_TRUE(slots.claims().empty());
}

TEST(Slots, EveryListHasEachSlotOnce) {
  engine::ThreadTable table;
  const ThreadId main = table.intern(engine::kNoThread, 0, "main");
  const ThreadId child = table.intern(main, 0, "child");
  const ThreadId grandchild = table.intern(child, 3, "grandchild");
  std::set<Slot> seen;
  for (std::size_t i = 0; i + 1 < kMostThreads; ++i) {
    const Slot slot = wanted_slot(table[grandchild], i);
    ASSERT_TRUE(slot_is_possible(slot));
    ASSERT_NE(slot, kMainSlot);
    ASSERT_TRUE(seen.insert(slot).second) << i;
  }
  EXPECT_EQ(wanted_slot(table[grandchild], kMostThreads - 1), kNoSlot);
  EXPECT_EQ(wanted_slot(table[child], 0), slot_number(1));
  EXPECT_EQ(wanted_slot(table[child], 1), kNoSlot);
  EXPECT_EQ(wanted_slot(table[main], 0), kMainSlot);
  EXPECT_EQ(wanted_slot(table[main], 1), kNoSlot);
}

}  // namespace
}  // namespace qpor::frontend::native
