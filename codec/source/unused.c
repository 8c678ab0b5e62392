/** What libjpeg-turbo would call for files and settings that `decode` is never given, left out for its size. */
#include <stdio.h>
#define JPEG_INTERNALS
#include "jpeglib.h"
#include "arena.h"

/** Progressive files. */
void jinit_phuff_decoder(j_decompress_ptr cinfo) { fail(); }
/** Palettes. */
void jinit_1pass_quantizer(j_decompress_ptr cinfo) { fail(); }
void jinit_2pass_quantizer(j_decompress_ptr cinfo) { fail(); }
/** Colours that are not stretched smoothly. */
void jinit_merged_upsampler(j_decompress_ptr cinfo) { fail(); }
