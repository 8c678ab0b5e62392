import { defineConfig } from 'vitest/config';

/** Suites that need their own process, because they check its loaded modules or leave a monitor of its event loop running. */
const alone = [
  'test/functions/inference/pipelines/picture/warm-up.test.ts',
  'test/functions/inference/telemetry/lines.test.ts',
  'test/load-tests/processors/{abuse,users}.test.ts',
];
/** Suites outside of test/lib that count resources of templates, for which they need the CDK. */
const templates = ['test/cost/bill/deployed.test.ts'];
/** Suites that mock a module. */
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
    // Two workers are enough for two cores, because several suites start services of their own.
    maxWorkers: 2,
    // The limits are long, because the machine may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
    globalSetup: 'test/global-setup.ts',
    // Validation by the CDK would take half of the time of test/lib. Only test/lib/validation.artefact.ts needs it.
    env: { CDK_VALIDATION: 'false' },
    projects: [
      // In the first two projects, files share processes, so each process loads ONNX Runtime, the service and the CDK (1 s) once.
      project('stack', ['test/lib/**/*.test.ts', ...templates], mocking),
      project('shared', ['test/!(lib)/**/*.test.ts'], [...alone, ...templates, ...mocking]),
      project('alone', [...alone, ...mocking], [], true),
    ],
  },
});
