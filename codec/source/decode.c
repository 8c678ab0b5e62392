/** Decodes a JPEG in memory. Every warning of libjpeg is a failure. */
#include <stdio.h>
#include "jpeglib.h"
#include "arena.h"

static void refuse(j_common_ptr cinfo) { fail(); }

static void emit_message(j_common_ptr cinfo, int level) {
  if (level < 0) fail();
}

static void ignore(j_common_ptr cinfo) {}

/**
 * Returns the pixels, three bytes each, row by row. Fails if the file is damaged or has another size.
 *
 * @param left first column to decode, at which blocks begin: a multiple of 32 in every common sampling
 * @param columns number of columns to decode; colours beside an edge inside the picture may be slightly off
 */
__attribute__((export_name("decode"))) unsigned char *decode(const unsigned char *file, size_t bytes,
                                                             unsigned width, unsigned height, unsigned left,
                                                             unsigned columns) {
  struct jpeg_error_mgr errors = {.error_exit = refuse, .emit_message = emit_message, .reset_error_mgr = ignore};
  struct jpeg_decompress_struct cinfo;
  cinfo.err = &errors;
  jpeg_create_decompress(&cinfo);
  jpeg_mem_src(&cinfo, file, bytes);
  jpeg_read_header(&cinfo, TRUE);
  if (cinfo.image_width != width || cinfo.image_height != height) fail();
  cinfo.out_color_space = JCS_RGB;
  jpeg_start_decompress(&cinfo);
  JDIMENSION first = left, count = columns;
  jpeg_crop_scanline(&cinfo, &first, &count);
  if (first != left) fail();
  size_t stride = 3 * (size_t)columns;
  unsigned char *pixels = allocate(stride * height);
  while (cinfo.output_scanline < height) {
    JSAMPROW row = pixels + stride * cinfo.output_scanline;
    jpeg_read_scanlines(&cinfo, &row, 1);
  }
  jpeg_finish_decompress(&cinfo);
  return pixels;
}
