import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecided, totalOf } from '../../../../../functions/inference/pipelines/shared/votes.ts';

const LABELS = 5;

/** A member's vote: probabilities with a sum of one. One of them is often far above the others. */
const vote = fc
  .tuple(
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: LABELS, maxLength: LABELS }),
    fc.nat(LABELS - 1),
    fc.nat(60),
  )
  .map(([parts, favourite, height]) => {
    const raised = parts.map((part, label) => part + 1e-3 + (label === favourite ? height : 0));
    const total = raised.reduce((sum, part) => sum + part);
    return raised.map((part) => part / total);
  });
const member = fc.tuple(vote, fc.double({ min: 0.1, max: 2, noNaN: true }));

function sumOf(members: readonly [number[], number][]): Float32Array {
  const sum = new Float32Array(LABELS);
  for (const [probabilities, weight] of members) {
    for (let label = 0; label < LABELS; label++) sum[label]! += weight * probabilities[label]!;
  }
  return sum;
}
const best = (sum: Float32Array) => sum.indexOf(Math.max(...sum));
const leadersOf = (sum: Float32Array) => [...sum].sort((one, other) => other - one);
const weightOf = (members: readonly [number[], number][]) =>
  members.reduce((sum, [, weight]) => sum + weight, 0);

describe('a response that is decided', () => {
  it('is the response of all members, whatever the others would say', () => {
    let decided = 0;
    let refused = 0;
    fc.assert(
      fc.property(
        fc.array(member, { minLength: 1, maxLength: 3 }),
        fc.array(member, { maxLength: 3 }),
        fc.constantFrom(0.3, 0.6, 0.9),
        fc.constantFrom(1, 3),
        (voted, others, threshold, together) => {
          const reached = (sum: Float32Array) => totalOf(leadersOf(sum).slice(0, together));
          const all = [...voted, ...others];
          const floor = threshold * weightOf(all);
          if (!isDecided(leadersOf(sumOf(voted)), weightOf(others), floor, together)) return;
          const whole = sumOf(all);
          if (reached(sumOf(voted)) < floor) {
            refused += 1;
            expect(reached(whole)).toBeLessThan(floor);
            return;
          }
          decided += 1;
          expect(best(whole)).toBe(best(sumOf(voted)));
          expect(reached(whole)).toBeGreaterThanOrEqual(floor);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(decided).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(20);
  });

  it.each([
    ['one vote could turn it', [1.5, 0.4, 0.1], 1.2, 0, 1, false],
    ['no vote can turn it', [1.5, 0.4, 0.1], 1, 0, 1, true],
    ['it could be rejected', [0.9, 0.05, 0.05], 0.5, 1, 1, false],
    ['its best three could be rejected', [0.9, 0.05, 0.05], 0.5, 1, 3, false],
    ['its best two cannot be rejected', [0.9, 0.15, 0.05], 0.5, 1, 2, true],
    ['nothing can save it from being rejected', [0.3, 0.25, 0.2], 0.5, 1, 1, true],
    ['its second label could save it from being rejected', [0.3, 0.25, 0.2], 0.5, 1, 2, false],
    ['its first label could save it from being rejected', [0.5, 0.25, 0.2], 0.5, 1, 1, false],
  ])('is told from one that is not decided: %s', (_, leaders, left, floor, together, decided) => {
    expect(isDecided(leaders, left, floor, together)).toBe(decided);
  });
});
