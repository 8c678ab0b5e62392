/** Environment variables for Node and the native libraries, in local workers and on Lambda. */
export const processEnvironment: Readonly<Record<string, string>> = {
  // libvips runs in the threads of Node's pool. Two arenas keep glibc from holding on to memory for each of these threads.
  MALLOC_ARENA_MAX: '2',
  // Keeps the buffers of pictures for the next request, and the buffers of a model's file for the next model. Otherwise the
  // system maps each buffer anew and clears its pages, which takes a tenth of the time of a photograph, and a tenth of a cold
  // start. Larger buffers are still given back to the system.
  MALLOC_MMAP_THRESHOLD_: '16777216',
  MALLOC_TRIM_THRESHOLD_: '67108864',
  // Disables the telemetry of ONNX Runtime 1.30 and later.
  ORT_DISABLE_TELEMETRY: '1',
  // The young generation gets a quarter of V8's default. A request needs far less, and memory stays flat.
  NODE_OPTIONS: '--max-semi-space-size=4',
};
