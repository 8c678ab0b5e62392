import { defineConfig } from 'vitest/config';

/**
 * They look at what their process has loaded, or watch their thread, which nothing ends.
 */
const alone = [
  'test/functions/inference/pipelines/picture/warm-up.test.ts',
  'test/functions/inference/telemetry/lines.test.ts',
  'test/load-tests/processors/{abuse,flow,generator-watch,users}.test.ts',
];
/** They count what templates hold. */
const templates = ['test/cost/bill/deployed.test.ts'];
/** They put something else in the place of a module. */
const mocking = [
  'test/lib/deployment/announce-endpoint.test.ts',
  'test/local/data-directory.test.ts',
  'test/local/store/sqlite-store.test.ts',
  'test/load-tests/run/peak.test.ts',
];

/** @param isolate whether each file has a process of its own */
const project = (name: string, include: string[], exclude: string[] = [], isolate = false) => ({
  extends: true as const,
  test: { name, include, exclude, isolate, setupFiles: ['test/setup.ts'] },
});

export default defineConfig({
  test: {
    // Two cores, and several suites start real services of their own.
    maxWorkers: 2,
    // A machine that has other work, too, is waited for.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    globalSetup: 'test/global-setup.ts',
    projects: [
      // The CDK takes a second to load: once for all files, and not for each. So do sharp, ONNX Runtime and the service.
      project('stack', ['test/lib/**/*.test.ts', ...templates], mocking),
      project('shared', ['test/!(lib)/**/*.test.ts'], [...alone, ...templates, ...mocking]),
      project('alone', [...alone, ...mocking], [], true),
    ],
  },
});
