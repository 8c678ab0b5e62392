#include "arena.h"
#include <stdint.h>
#include <stdlib.h>

#define PAGE 65536u
#define ALIGNMENT 16u
/** Bytes that vector operations may touch beyond the end. */
#define SLACK 64u
/** Limit of one allocation, so that no sum overflows. */
#define MOST 0x10000000u

extern unsigned char __heap_base;
static uintptr_t top = (uintptr_t)&__heap_base;

__attribute__((export_name("forget"))) void forget(void) { top = (uintptr_t)&__heap_base; }

__attribute__((export_name("allocate"))) void *allocate(size_t bytes) {
  if (bytes > MOST) fail();
  uintptr_t start = (top + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
  uintptr_t end = start + bytes + SLACK;
  uintptr_t has = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (end > has && __builtin_wasm_memory_grow(0, (end - has + PAGE - 1) / PAGE) == (size_t)-1) fail();
  top = end;
  return (void *)start;
}

void release(void *memory) { top = (uintptr_t)memory; }

/* The functions that libjpeg needs from the C library. */
void *malloc(size_t bytes) { return allocate(bytes); }
void free(void *memory) { (void)memory; }
void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
