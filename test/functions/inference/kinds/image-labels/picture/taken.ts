import { expect } from 'vitest';

/** Tells how many pictures were compared at all, and fails where too few were. */
export function expectTaken(taken: number, of: number, share: number): void {
  console.log(`${expect.getState().currentTestName}: ${taken} of ${of} on this thread`);
  expect(taken).toBeGreaterThanOrEqual(share * of);
}
