import { defineConfig } from 'vitest/config';

/** Suites that may run at the same time, because each of them leaves one of two cores idle. */
const sideBySide = [
  'test/load-tests/sweep/sweep.artefact.ts',
  'test/lambda/arm64.artefact.ts',
  'test/package/projects.artefact.ts',
];

/** Suites that build artefacts, emulate processors or drive browsers: `npm run test:artefact`. */
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A browser that crashes says nothing about the page, so its test runs once more, in a new browser.
    retry: { count: 1, condition: /browser has been closed/ },
    // The timeout is long, because the machine may be busy.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    setupFiles: ['test/setup.ts'],
    // Files share processes. Each process loads the CDK, sharp, ONNX Runtime and the service only once.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'side by side', include: sideBySide, maxWorkers: 2 } },
      {
        extends: true,
        test: {
          name: 'in turns',
          include: ['test/**/*.artefact.ts'],
          exclude: sideBySide,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
