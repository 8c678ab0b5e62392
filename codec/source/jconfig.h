/** libjpeg-turbo's options, as its CMake would write them: eight bits, Huffman coding, input from memory, SIMD. */
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 2.1.5
#define LIBJPEG_TURBO_VERSION_NUMBER 2001005
#define BITS_IN_JSAMPLE 8
#define WITH_SIMD 1
#define MEM_SRCDST_SUPPORTED 1
