/** What Node and the native libraries must find in the environment when a function's process starts, here and on Lambda. */
export const processEnvironment: Readonly<Record<string, string>> = {
  // libvips decodes in several threads; two arenas keep glibc from holding on to memory of each.
  MALLOC_ARENA_MAX: '2',
  // A picture's buffers of some hundred kilobytes are kept from one request to the next, and what one model was read into
  // is used for the next. Otherwise each is mapped anew, and the system clears its pages: a tenth of the time a photograph
  // takes, and of a cold start. Larger ones are still given back.
  MALLOC_MMAP_THRESHOLD_: '16777216',
  MALLOC_TRIM_THRESHOLD_: '67108864',
  // Otherwise ONNX Runtime, since 1.30, reports sessions to its makers.
  ORT_DISABLE_TELEMETRY: '1',
  // A quarter of V8's usual room for young objects: memory stays flat, and a request makes far less than this.
  NODE_OPTIONS: '--max-semi-space-size=4',
};
