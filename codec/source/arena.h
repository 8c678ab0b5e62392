/** Memory of one decoding: allocated in order, and freed all at once. */
#include <stddef.h>

/** Ends the decoding, because the host throws. No code here runs after it; `forget` frees all memory. */
__attribute__((import_module("host"), import_name("fail"), noreturn)) void fail(void);

/** 16-byte aligned. The 64 bytes after it may be read and written without effect. Fails if no memory is left. */
void *allocate(size_t bytes);

/** Frees memory, and all that was allocated after it. */
void release(void *memory);
