import { defineConfig } from 'vitest/config';

/** Suites that build artefacts, emulate processors or drive browsers: `npm run test:artefact`. */
export default defineConfig({
  test: {
    include: ['test/**/*.artefact.ts'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/setup.ts'],
    fileParallelism: false,
    // The CDK, sharp, ONNX Runtime and the service load once for all files.
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A machine that has other work, too, is waited for.
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
});
