/** Memory of one decoding: given out in order and taken back all at once. */
#include <stddef.h>

/** Ends the decoding: the host throws. Nothing in here runs after it, and `forget` makes all as it was. */
__attribute__((import_module("host"), import_name("fail"), noreturn)) void fail(void);

/** 16-byte aligned, with at least 64 bytes behind it that may be read and written for nothing; fails where none is left. */
void *allocate(size_t bytes);
