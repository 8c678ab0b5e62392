import { defineConfig } from 'vitest/config';

const setupFiles = ['test/setup.ts'];
/** They put a service under load, or have it respond in time: nothing runs beside them. */
const alone = [
  'test/bench/**/*.artefact.ts',
  'test/load-tests/**/*.artefact.ts',
  'test/local/*.artefact.ts',
  'test/soak/*.artefact.ts',
  'test/lambda/{several-at-once,table-faults}.artefact.ts',
];

/** Suites that build artefacts, emulate processors or drive browsers: `npm run test:artefact`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A machine that has other work, too, is waited for.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    globalSetup: 'test/global-setup.ts',
    // The CDK, sharp, ONNX Runtime and the service load once for all files.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'in pairs',
          include: ['test/**/*.artefact.ts'],
          exclude: alone,
          setupFiles,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, setupFiles, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
