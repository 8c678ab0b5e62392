/**
 * Decodes the Huffman-coded blocks of baseline JPEGs (ITU-T T.81, annex F) for libjpeg. Most codes are looked up together with the
 * value that follows them. It fails where libjpeg would only have warned, or zeroed what is missing.
 */
#define JPEG_INTERNALS
#include <stdio.h>
#include "jpeglib.h"
#include "arena.h"
#include <stdint.h>
#include <wasm_simd128.h>

/** Bits that are looked up at once. */
#define LOOK 11
/** Look-ups in a row, each of which takes up to `LOOK` of the 56 bits that are there before. */
#define IN_A_ROW 5
_Static_assert(IN_A_ROW * LOOK <= 56, "a look-up needs bits that have been read");
#define LONGEST_CODE 16
/** Skips more coefficients than a block has. */
#define END_OF_BLOCK 64
/** Marks a code that is longer than `LOOK`, or whose value is not known from `LOOK` bits. */
#define PARTIAL 128
#define RESTARTS 8

/** A code and its value. If `skip` has `PARTIAL`, `value` and `bits` count the bits of value and code; `bits` is 0 beyond `LOOK`. */
typedef struct {
  int16_t value;
  /** Zeros before the value. */
  uint8_t skip;
  uint8_t bits;
} Code;

/** What the next `LOOK` bits of a block begin with: two values, a value and the end of the block, or one of these. */
typedef struct {
  int16_t values[2];
  /** Coefficients before each value; one value counts twice. The second is `PARTIAL` if no value is known. */
  uint8_t places[2];
  /** Coefficients that the values and the zeros before them take. */
  uint8_t step;
  uint8_t bits;
} Pair;

typedef struct {
  Code codes[1 << LOOK];
  Pair pairs[1 << LOOK];
  /** By length: the first `LONGEST_CODE` bits after all codes of this length; the index of a code's symbol, less the code. */
  int limit[LONGEST_CODE + 1], offset[LONGEST_CODE + 1];
  const UINT8 *symbols;
  int isDC;
} Table;

/** Coded bits. Bytes lie backwards in memory, so that a load of eight has the first one on top. */
typedef struct {
  /** The next bits, from the top. `count` of them are valid. */
  uint64_t bits;
  int count;
  /** The next byte is `at[7]`, and then those below it. */
  const uint8_t *at;
} Stream;

typedef struct {
  struct jpeg_entropy_decoder pub;
  Table *tables[2][NUM_HUFF_TBLS];
  Stream stream;
  /** Coded bytes up to the next marker, from `first` down to `last`. */
  uint8_t *first, *last;
  int previous[MAX_COMPS_IN_SCAN];
  /** Numbers of MCUs that are left: before the next marker, and in all. */
  unsigned interval, rest;
  int restarts;
} Decoder;

static inline int extended(int value, int bits) { return value >> (bits - 1) ? value : value - (1 << bits) + 1; }

static Code code(const Table *table, int symbol, int bits) {
  int skip = table->isDC ? 0 : symbol >> 4, size = table->isDC ? symbol : symbol & 15;
  if (size > 15) fail();
  if (size > 0) return (Code){size, PARTIAL | skip, bits};
  return (Code){0, table->isDC || skip == 15 ? skip : END_OF_BLOCK, bits};
}

static Pair pair(const Code *codes, int at) {
  Code one = codes[at], two = codes[at << one.bits & ((1 << LOOK) - 1)];
  if (one.skip >= PARTIAL) return (Pair){.places = {0, PARTIAL}};
  if (one.skip == END_OF_BLOCK) return (Pair){{0, 0}, {0, 0}, END_OF_BLOCK, one.bits};
  int end = one.skip + 1, bits = one.bits + two.bits;
  if (two.skip >= PARTIAL || bits > LOOK) {
    return (Pair){{one.value, one.value}, {one.skip, one.skip}, end, one.bits};
  }
  // Zero is written after the last value, so this value is not the last coefficient, which no end would follow.
  if (two.skip == END_OF_BLOCK) return (Pair){{one.value, 0}, {one.skip, end}, END_OF_BLOCK, bits};
  return (Pair){{one.value, two.value}, {one.skip, end + two.skip}, end + two.skip + 1, bits};
}

static Table *tabulate(const JHUFF_TBL *from, int isDC) {
  if (!from) fail();
  Table *table = allocate(sizeof (Table));
  table->symbols = from->huffval;
  table->isDC = isDC;
  for (int at = 0; at < 1 << LOOK; at++) table->codes[at] = (Code){0, PARTIAL, 0};
  int next = 0, symbol = 0;
  for (int length = 1; length <= LONGEST_CODE; length++, next <<= 1) {
    table->offset[length] = symbol - next;
    for (int index = 0; index < from->bits[length]; index++, next++, symbol++) {
      Code found = code(table, from->huffval[symbol], length);
      int free = LOOK - length;
      for (int after = 0; after < (free < 0 ? 0 : 1 << free); after++) {
        Code *to = &table->codes[(next << free) + after];
        *to = found;
        if (found.skip < PARTIAL || found.value > free) continue;
        int size = found.value;
        *to = (Code){extended(after >> (free - size), size), found.skip - PARTIAL, length + size};
      }
    }
    if (next >= 1 << length) fail();
    table->limit[length] = next << (LONGEST_CODE - length);
  }
  for (int at = 0; at < (isDC ? 0 : 1 << LOOK); at++) table->pairs[at] = pair(table->codes, at);
  return table;
}

/** Reads what a look-up does not find. */
static Code complete(const Table *table, uint64_t bits, Code found) {
  if (found.bits == 0) {
    int length = LOOK + 1, next = bits >> (64 - LONGEST_CODE);
    while (length <= LONGEST_CODE && next >= table->limit[length]) length++;
    if (length > LONGEST_CODE) fail();
    found = code(table, table->symbols[(next >> (LONGEST_CODE - length)) + table->offset[length]], length);
    if (found.skip < PARTIAL) return found;
  }
  int size = found.value;
  int value = extended(bits << found.bits >> (64 - size), size);
  return (Code){value, found.skip - PARTIAL, found.bits + size};
}

/** Reads bytes, so that at least 56 bits are there. */
static inline void fill(Stream *stream) {
  stream->bits |= *(const uint64_t *)stream->at >> stream->count;
  stream->at -= (63 - stream->count) >> 3;
  stream->count |= 56;
}

static inline void consume(Stream *stream, int bits) {
  stream->bits <<= bits;
  stream->count -= bits;
}

/** Takes the next code. `LOOK` bits decide most codes; `complete` reads the others. */
static inline Code next(Stream *stream, const Table *table) {
  Code found = table->codes[stream->bits >> (64 - LOOK)];
  if (__builtin_expect(found.skip >= PARTIAL, 0)) {
    fill(stream);
    found = complete(table, stream->bits, found);
    consume(stream, found.bits);
    fill(stream);
    return found;
  }
  consume(stream, found.bits);
  return found;
}

/** Copies the coded bytes up to the next marker in reverse order, without the zeros after 0xff. */
static void begin(Decoder *decoder, struct jpeg_source_mgr *source) {
  const uint8_t *from = source->next_input_byte, *end = from + source->bytes_in_buffer;
  uint8_t *to = decoder->first;
  for (;;) {
    v128_t bytes = wasm_v128_load(from);
    wasm_v128_store(to - 16, wasm_i8x16_shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    int plain = __builtin_ctz(wasm_i8x16_bitmask(wasm_i8x16_eq(bytes, wasm_i8x16_splat(-1))) | 1 << 16);
    from += plain;
    to -= plain;
    if (end - from < 2) fail();
    if (plain == 16) continue;
    if (from[1] != 0) break;
    *--to = 0xff;
    from += 2;
  }
  source->next_input_byte = from;
  source->bytes_in_buffer = end - from;
  decoder->last = to;
  decoder->stream = (Stream){0, 0, decoder->first - 8};
  __builtin_memset(decoder->previous, 0, sizeof decoder->previous);
}

static void restart(Decoder *decoder, j_decompress_ptr cinfo) {
  struct jpeg_source_mgr *source = cinfo->src;
  if (source->bytes_in_buffer < 2) fail();
  if (source->next_input_byte[1] != JPEG_RST0 + decoder->restarts++ % RESTARTS) fail();
  source->next_input_byte += 2;
  source->bytes_in_buffer -= 2;
  begin(decoder, source);
  decoder->interval = cinfo->restart_interval;
}

static boolean decode_mcu(j_decompress_ptr cinfo, JBLOCKROW *blocks) {
  Decoder *decoder = (Decoder *)cinfo->entropy;
  if (decoder->interval == 0) restart(decoder, cinfo);
  Stream stream = decoder->stream;
  fill(&stream);
  for (int index = 0; index < cinfo->blocks_in_MCU; index++) {
    int number = cinfo->MCU_membership[index];
    const jpeg_component_info *component = cinfo->cur_comp_info[number];
    JCOEF *block = *blocks[index];
    block[0] = decoder->previous[number] += next(&stream, decoder->tables[0][component->dc_tbl_no]).value;
    const Table *table = decoder->tables[1][component->ac_tbl_no];
    for (int at = 1; at < DCTSIZE2; fill(&stream)) {
      for (int count = 1; count < IN_A_ROW && at < DCTSIZE2; count++) {
        Pair found = table->pairs[stream.bits >> (64 - LOOK)];
        if (__builtin_expect(at + found.places[1] < DCTSIZE2, 1)) {
          block[jpeg_natural_order[at + found.places[0]]] = found.values[0];
          block[jpeg_natural_order[at + found.places[1]]] = found.values[1];
          consume(&stream, found.bits);
          at += found.step;
        } else {
          Code one = next(&stream, table);
          at += one.skip;
          if (at < DCTSIZE2) block[jpeg_natural_order[at++]] = one.value;
          else if (one.skip != END_OF_BLOCK) fail();
        }
      }
    }
  }
  decoder->stream = stream;
  // Fewer bits than a byte may remain before a marker.
  int left = stream.count + 8 * (stream.at + 8 - decoder->last);
  decoder->rest--;
  if (left < 0 || ((--decoder->interval == 0 || decoder->rest == 0) && left >= 8)) fail();
  return TRUE;
}

static void start_pass(j_decompress_ptr cinfo) {
  Decoder *decoder = (Decoder *)cinfo->entropy;
  if (cinfo->Ss != 0 || cinfo->Se != DCTSIZE2 - 1 || cinfo->Ah != 0 || cinfo->Al != 0) fail();
  for (int number = 0; number < cinfo->comps_in_scan; number++) {
    const jpeg_component_info *component = cinfo->cur_comp_info[number];
    int dc = component->dc_tbl_no, ac = component->ac_tbl_no;
    if (dc >= NUM_HUFF_TBLS || ac >= NUM_HUFF_TBLS) fail();
    Table **tables[] = {&decoder->tables[0][dc], &decoder->tables[1][ac]};
    if (!*tables[0]) *tables[0] = tabulate(cinfo->dc_huff_tbl_ptrs[dc], TRUE);
    if (!*tables[1]) *tables[1] = tabulate(cinfo->ac_huff_tbl_ptrs[ac], FALSE);
  }
  decoder->rest = cinfo->MCUs_per_row * cinfo->MCU_rows_in_scan;
  decoder->interval = cinfo->restart_interval ? cinfo->restart_interval : decoder->rest;
  decoder->first = (uint8_t *)allocate(cinfo->src->bytes_in_buffer + 16) + cinfo->src->bytes_in_buffer + 16;
  begin(decoder, cinfo->src);
}

void jinit_huff_decoder(j_decompress_ptr cinfo) {
  Decoder *decoder = allocate(sizeof (Decoder));
  __builtin_memset(decoder, 0, sizeof (Decoder));
  decoder->pub.start_pass = start_pass;
  decoder->pub.decode_mcu = decode_mcu;
  cinfo->entropy = &decoder->pub;
}
