import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores, and several suites start real services of their own.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
