// std::pmr: the resources that libstdc++.so implements, but for those that only call operator new or throw. How large
// their chunks are is ours to say.

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory_resource>
#include <mutex>
#include <new>

namespace std::pmr {

// --- the default

namespace {
constinit atomic<memory_resource*> default_resource{nullptr};  // null: new_delete_resource()
}

memory_resource* get_default_resource() noexcept {
  memory_resource* const set = default_resource.load();
  return set != nullptr ? set : new_delete_resource();
}

memory_resource* set_default_resource(memory_resource* resource) noexcept {
  memory_resource* const before = default_resource.exchange(resource);
  return before != nullptr ? before : new_delete_resource();
}

// --- monotonic_buffer_resource

/// At the end of each buffer, so that its beginning is aligned as the buffer is.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  void* begin;
  size_t size;  // with this
  size_t alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t wanted = max(bytes, _M_next_bufsiz);
  const size_t aligned = max(alignment, alignof(max_align_t));
  const size_t usable = (wanted + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk);
  if (usable < bytes || usable + sizeof(_Chunk) < usable) __throw_bad_alloc();
  const size_t size = usable + sizeof(_Chunk);
  void* const begin = _M_upstream->allocate(size, aligned);
  _M_head = new (static_cast<char*>(begin) + usable) _Chunk{_M_head, begin, size, aligned};
  _M_current_buf = begin;
  _M_avail = usable;
  _M_next_bufsiz = _S_next_bufsize(wanted);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  for (_Chunk* chunk = exchange(_M_head, nullptr); chunk != nullptr;) {
    const _Chunk released = *chunk;
    chunk = released.next;
    _M_upstream->deallocate(released.begin, released.size, released.alignment);
  }
}

// --- pools: one for each power of two, a list of free blocks and one of chunks

struct __pool_resource::_BigBlock {
  void* begin;
  size_t size;
  size_t alignment;
};

struct __pool_resource::_Pool {
  struct Free {
    Free* next;
  };
  /// At the end of each chunk.
  struct Chunk {
    Chunk* next;
    void* begin;
    size_t size;  // with this
  };
  size_t block_size;
  size_t next_count;  // blocks of the next chunk
  Free* free;
  Chunk* chunks;

  void* take(memory_resource& upstream, size_t most) {
    if (free == nullptr) refill(upstream, most);
    Free* const block = free;
    free = block->next;
    return block;
  }

  void give(void* block) { free = new (block) Free{free}; }

  void refill(memory_resource& upstream, size_t most) {
    const size_t usable = block_size * next_count;
    const size_t size = usable + sizeof(Chunk);
    auto* const begin = static_cast<char*>(upstream.allocate(size, max(block_size, alignof(Chunk))));
    chunks = new (begin + usable) Chunk{chunks, begin, size};
    for (size_t i = next_count; i > 0; --i) give(begin + (i - 1) * block_size);
    next_count = min(next_count * 2, most);
  }

  void release(memory_resource& upstream) {
    free = nullptr;
    for (Chunk* chunk = exchange(chunks, nullptr); chunk != nullptr;) {
      const Chunk released = *chunk;
      chunk = released.next;
      upstream.deallocate(released.begin, released.size, max(block_size, alignof(Chunk)));
    }
  }
};

namespace {

constexpr size_t kSmallestBlock = 8;
constexpr size_t kLargestBlock = size_t{1} << 22;
constexpr size_t kMostBlocks = size_t{1} << 16;

pool_options completed(pool_options options) {
  if (options.max_blocks_per_chunk == 0 || options.max_blocks_per_chunk > kMostBlocks) {
    options.max_blocks_per_chunk = kMostBlocks;
  }
  size_t largest = options.largest_required_pool_block;
  if (largest == 0) largest = 4096;
  options.largest_required_pool_block = bit_ceil(clamp(largest, kSmallestBlock, kLargestBlock));
  return options;
}

int pools_for(size_t largest) { return countr_zero(largest) - countr_zero(kSmallestBlock) + 1; }

/// Which pool has blocks of that size and alignment? -1: none.
int pool_of(const pool_options& options, size_t bytes, size_t alignment) {
  const size_t size = max({bytes, alignment, kSmallestBlock});
  return size > options.largest_required_pool_block ? -1 : pools_for(bit_ceil(size)) - 1;
}

}  // namespace

__pool_resource::__pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_opts(completed(options)), _M_unpooled(upstream), _M_npools(pools_for(_M_opts.largest_required_pool_block)) {}

__pool_resource::~__pool_resource() { release(); }

void* __pool_resource::allocate(size_t bytes, size_t alignment) {
  _M_unpooled.push_back({nullptr, bytes, alignment});
  try {
    return _M_unpooled.back().begin = resource()->allocate(bytes, alignment);
  } catch (...) {
    _M_unpooled.pop_back();
    throw;
  }
}

void __pool_resource::deallocate(void* block, size_t, size_t) {
  const auto found =
      find_if(_M_unpooled.begin(), _M_unpooled.end(), [block](const _BigBlock& each) { return each.begin == block; });
  if (found == _M_unpooled.end()) return;
  const _BigBlock big = *found;
  _M_unpooled.erase(found);
  resource()->deallocate(big.begin, big.size, big.alignment);
}

void __pool_resource::release() noexcept {
  for (const _BigBlock& each : _M_unpooled) resource()->deallocate(each.begin, each.size, each.alignment);
  vector<_BigBlock>(_M_unpooled.get_allocator()).swap(_M_unpooled);
}

__pool_resource::_Pool* __pool_resource::_M_alloc_pools() {
  polymorphic_allocator<_Pool> allocator(resource());
  _Pool* const pools = allocator.allocate(static_cast<size_t>(_M_npools));
  size_t block_size = kSmallestBlock;
  for (int i = 0; i < _M_npools; ++i, block_size *= 2) {
    const size_t count = clamp<size_t>(1024 / block_size, 1, _M_opts.max_blocks_per_chunk);
    new (pools + i) _Pool{block_size, count, nullptr, nullptr};
  }
  return pools;
}

namespace {

using Pool = __pool_resource::_Pool;

void* allocate_from(__pool_resource& resource, Pool*& pools, size_t bytes, size_t alignment) {
  const int number = pool_of(resource._M_opts, bytes, alignment);
  if (number < 0) return resource.allocate(bytes, alignment);
  if (pools == nullptr) pools = resource._M_alloc_pools();
  return pools[number].take(*resource.resource(), resource._M_opts.max_blocks_per_chunk);
}

void give_back(__pool_resource& resource, Pool* pools, void* block, size_t bytes, size_t alignment) {
  const int number = pool_of(resource._M_opts, bytes, alignment);
  if (number < 0) return resource.deallocate(block, bytes, alignment);
  if (pools != nullptr) pools[number].give(block);
}

void release_all(__pool_resource& resource, Pool*& pools) {
  resource.release();
  if (pools == nullptr) return;
  for (int i = 0; i < resource._M_npools; ++i) pools[i].release(*resource.resource());
  polymorphic_allocator<Pool>(resource.resource()).deallocate(pools, static_cast<size_t>(resource._M_npools));
  pools = nullptr;
}

}  // namespace

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream), _M_pools(nullptr) {}

unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }

void unsynchronized_pool_resource::release() { release_all(_M_impl, _M_pools); }

void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  return allocate_from(_M_impl, _M_pools, bytes, alignment);
}

void unsynchronized_pool_resource::do_deallocate(void* block, size_t bytes, size_t alignment) {
  give_back(_M_impl, _M_pools, block, bytes, alignment);
}

/// The same, behind the lock of the resource.
struct synchronized_pool_resource::_TPools {
  Pool* pools = nullptr;
};

synchronized_pool_resource::synchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream), _M_tpools(nullptr) {}

synchronized_pool_resource::~synchronized_pool_resource() { release(); }

namespace {
/// The pointer to the pools is all that there is: no thread has pools of its own.
Pool*& pools_in(synchronized_pool_resource::_TPools*& place) { return reinterpret_cast<Pool*&>(place); }
}  // namespace

void synchronized_pool_resource::release() {
  const lock_guard<shared_mutex> guard(_M_mx);
  release_all(_M_impl, pools_in(_M_tpools));
}

void* synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> guard(_M_mx);
  return allocate_from(_M_impl, pools_in(_M_tpools), bytes, alignment);
}

void synchronized_pool_resource::do_deallocate(void* block, size_t bytes, size_t alignment) {
  const lock_guard<shared_mutex> guard(_M_mx);
  give_back(_M_impl, pools_in(_M_tpools), block, bytes, alignment);
}

}  // namespace std::pmr
