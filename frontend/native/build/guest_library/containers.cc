// What the headers of lists, maps, sets and hash tables leave to libstdc++.so, as the headers declare and document it.
// Red-black trees as in Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, chapter 13.

#include <bits/hash_bytes.h>
#include <list>
#include <map>
#include <unordered_map>
#include <utility>

#include "frontend/native/build/guest_library/hooks.h"

namespace std {
namespace __detail {

// --- lists: rings of nodes, with one that belongs to the list itself

void _List_node_base::_M_hook(_List_node_base* const next) noexcept {
  _M_next = next;
  _M_prev = next->_M_prev;
  _M_prev->_M_next = this;
  next->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _List_node_base* const next = _M_next;
  _List_node_base* const before = _M_prev;
  before->_M_next = next;
  next->_M_prev = before;
}

/// [first, last) of some ring goes before this node.
void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  _List_node_base* const end = last->_M_prev;  // of what goes
  _List_node_base* const left = first->_M_prev;
  left->_M_next = last;
  last->_M_prev = left;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  end->_M_next = this;
  _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    _List_node_base* const next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool a_is_empty = a._M_next == &a;
  const bool b_is_empty = b._M_next == &b;
  const auto attach = [](_List_node_base& head, _List_node_base* first, _List_node_base* last, bool is_empty) {
    head._M_next = is_empty ? &head : first;
    head._M_prev = is_empty ? &head : last;
    if (is_empty) return;
    first->_M_prev = &head;
    last->_M_next = &head;
  };
  _List_node_base* const first = a._M_next;
  _List_node_base* const last = a._M_prev;
  if (!a_is_empty || !b_is_empty) {
    _List_node_base* const other_first = b._M_next;
    _List_node_base* const other_last = b._M_prev;
    attach(a, other_first, other_last, b_is_empty);
    attach(b, first, last, a_is_empty);
  }
}

}  // namespace __detail

// --- trees: the header node's parent is the root, its children are the first and the last node; it is red

namespace {

using Node = _Rb_tree_node_base;

/// Puts `other`, or nothing, where `node` hangs.
void hang(Node* node, Node* other, Node*& root) {
  if (node == root)
    root = other;
  else if (node == node->_M_parent->_M_left)
    node->_M_parent->_M_left = other;
  else
    node->_M_parent->_M_right = other;
}

void rotate_left(Node* node, Node*& root) {
  Node* const child = node->_M_right;
  node->_M_right = child->_M_left;
  if (child->_M_left != nullptr) child->_M_left->_M_parent = node;
  hang(node, child, root);
  child->_M_parent = node->_M_parent;
  child->_M_left = node;
  node->_M_parent = child;
}

void rotate_right(Node* node, Node*& root) {
  Node* const child = node->_M_left;
  node->_M_left = child->_M_right;
  if (child->_M_right != nullptr) child->_M_right->_M_parent = node;
  hang(node, child, root);
  child->_M_parent = node->_M_parent;
  child->_M_right = node;
  node->_M_parent = child;
}

bool is_black(const Node* node) { return node == nullptr || node->_M_color == _S_black; }

Node* next_of(Node* node) {
  if (node->_M_right != nullptr) return Node::_S_minimum(node->_M_right);
  Node* above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  // In a tree of one node the header is its parent and has it as its right child: the loop ended at the root.
  return node->_M_right != above ? above : node;
}

Node* previous_of(Node* node) {
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node) return node->_M_right;  // the header
  if (node->_M_left != nullptr) return Node::_S_maximum(node->_M_left);
  Node* above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}

/// Two red nodes in a row become none, from `node` to the root.
void repair_after_insertion(Node* node, Node*& root) {
  while (node != root && node->_M_parent->_M_color == _S_red) {
    Node* const above = node->_M_parent->_M_parent;
    const bool is_left = node->_M_parent == above->_M_left;
    Node* const uncle = is_left ? above->_M_right : above->_M_left;
    if (!is_black(uncle)) {
      node->_M_parent->_M_color = _S_black;
      uncle->_M_color = _S_black;
      above->_M_color = _S_red;
      node = above;
      continue;
    }
    if (node == (is_left ? node->_M_parent->_M_right : node->_M_parent->_M_left)) {
      node = node->_M_parent;
      is_left ? rotate_left(node, root) : rotate_right(node, root);
    }
    node->_M_parent->_M_color = _S_black;
    above->_M_color = _S_red;
    is_left ? rotate_right(above, root) : rotate_left(above, root);
  }
  root->_M_color = _S_black;
}

/// The paths through `node`, which may be null, below `parent` have one black node too few.
void repair_after_erasure(Node* node, Node* parent, Node*& root) {
  while (node != root && is_black(node)) {
    const bool is_left = node == parent->_M_left;
    const auto sibling = [&] { return is_left ? parent->_M_right : parent->_M_left; };
    const auto near = [&](Node* of) { return is_left ? of->_M_left : of->_M_right; };
    const auto far = [&](Node* of) { return is_left ? of->_M_right : of->_M_left; };
    const auto rotate_down = [&](Node* which, bool to_left) {
      to_left ? rotate_left(which, root) : rotate_right(which, root);
    };
    if (!is_black(sibling())) {
      sibling()->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate_down(parent, is_left);
    }
    Node* other = sibling();
    if (is_black(other->_M_left) && is_black(other->_M_right)) {
      other->_M_color = _S_red;
      node = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (is_black(far(other))) {
      near(other)->_M_color = _S_black;
      other->_M_color = _S_red;
      rotate_down(other, !is_left);
      other = sibling();
    }
    other->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    if (far(other) != nullptr) far(other)->_M_color = _S_black;
    rotate_down(parent, is_left);
    break;
  }
  if (node != nullptr) node->_M_color = _S_black;
}

}  // namespace

Node* _Rb_tree_increment(Node* node) noexcept { return next_of(node); }
const Node* _Rb_tree_increment(const Node* node) noexcept { return next_of(const_cast<Node*>(node)); }
Node* _Rb_tree_decrement(Node* node) noexcept { return previous_of(node); }
const Node* _Rb_tree_decrement(const Node* node) noexcept { return previous_of(const_cast<Node*>(node)); }

void _Rb_tree_insert_and_rebalance(const bool is_left, Node* node, Node* parent, Node& header) noexcept {
  node->_M_parent = parent;
  node->_M_left = nullptr;
  node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = node;
    header._M_left = node;
    header._M_right = node;
  } else if (is_left) {
    parent->_M_left = node;
    if (parent == header._M_left) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  repair_after_insertion(node, header._M_parent);
}

Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) noexcept {
  Node*& root = header._M_parent;
  if (header._M_left == node) {
    header._M_left = node->_M_right != nullptr ? Node::_S_minimum(node->_M_right) : node->_M_parent;
  }
  if (header._M_right == node) {
    header._M_right = node->_M_left != nullptr ? Node::_S_maximum(node->_M_left) : node->_M_parent;
  }
  Node* child = nullptr;   // what comes to the place that becomes free
  Node* parent = nullptr;  // of that place
  _Rb_tree_color lost = node->_M_color;
  if (node->_M_left == nullptr || node->_M_right == nullptr) {
    child = node->_M_left != nullptr ? node->_M_left : node->_M_right;
    parent = node->_M_parent;
    if (child != nullptr) child->_M_parent = parent;
    hang(node, child, root);
  } else {
    // The next node, which has no left child, takes the place and the colour.
    Node* const next = Node::_S_minimum(node->_M_right);
    child = next->_M_right;
    lost = next->_M_color;
    if (next == node->_M_right) {
      parent = next;
    } else {
      parent = next->_M_parent;
      if (child != nullptr) child->_M_parent = parent;
      parent->_M_left = child;
      next->_M_right = node->_M_right;
      next->_M_right->_M_parent = next;
    }
    next->_M_left = node->_M_left;
    next->_M_left->_M_parent = next;
    hang(node, next, root);
    next->_M_parent = node->_M_parent;
    next->_M_color = node->_M_color;
  }
  if (lost == _S_black) repair_after_erasure(child, parent, root);
  return node;
}

unsigned _Rb_tree_black_count(const Node* node, const Node* root) noexcept {
  unsigned count = 0;
  for (; node != nullptr; node = node->_M_parent) {
    if (node->_M_color == _S_black) ++count;
    if (node == root) break;
  }
  return count;
}

// --- hash tables: how many buckets there are decides the order of elements, so the library's own functions say it;
// they see a copy of the policy

namespace __detail {

size_t real_next_bkt(const _Prime_rehash_policy*, size_t)
    QPOR_REAL("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm");
pair<bool, size_t> real_need_rehash(const _Prime_rehash_policy*, size_t, size_t, size_t)
    QPOR_REAL("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm");

size_t _Prime_rehash_policy::_M_next_bkt(size_t count) const {
  const _Prime_rehash_policy policy = *this;
  const size_t result = real_next_bkt(&policy, count);
  _M_next_resize = policy._M_next_resize;
  return result;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  const _Prime_rehash_policy policy = *this;
  const pair<bool, size_t> result = real_need_rehash(&policy, buckets, elements, more);
  if (policy._M_next_resize != _M_next_resize) _M_next_resize = policy._M_next_resize;
  return result;
}

}  // namespace __detail

size_t real_hash_bytes(const void*, size_t, size_t) QPOR_REAL("_ZSt11_Hash_bytesPKvmm");
size_t real_fnv_hash_bytes(const void*, size_t, size_t) QPOR_REAL("_ZSt15_Fnv_hash_bytesPKvmm");

size_t _Hash_bytes(const void* begin, size_t size, size_t seed) {
  qpor_guest::announce_read(begin, size);
  return real_hash_bytes(begin, size, seed);
}

size_t _Fnv_hash_bytes(const void* begin, size_t size, size_t seed) {
  qpor_guest::announce_read(begin, size);
  return real_fnv_hash_bytes(begin, size, seed);
}

}  // namespace std
