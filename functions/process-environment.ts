/** Environment variables for Node and the native libraries, here and on Lambda. */
export const processEnvironment: Readonly<Record<string, string>> = {
  // libvips decodes in several threads; two arenas keep glibc from holding on to memory of each.
  MALLOC_ARENA_MAX: '2',
  // A picture's buffers of some hundred kilobytes are kept from one request to the next, and what one model was read into
  // is used for the next. Otherwise each is mapped anew, and the system clears its pages: a tenth of the time a photograph
  // takes, and of a cold start. Larger ones are still given back.
  MALLOC_MMAP_THRESHOLD_: '16777216',
  MALLOC_TRIM_THRESHOLD_: '67108864',
  // Disables the telemetry of ONNX Runtime 1.30 and later.
  ORT_DISABLE_TELEMETRY: '1',
  // A quarter of V8's default for the young generation: memory stays flat, and a request needs far less.
  NODE_OPTIONS: '--max-semi-space-size=4',
};
