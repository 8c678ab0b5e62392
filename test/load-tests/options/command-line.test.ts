import { describe, expect, it } from 'vitest';
import { describeCommandLine } from '../../../load-tests/options/command-line.ts';

describe('the command line in a report', () => {
  it('can be pasted into a shell', () => {
    const typed = ['poisson', '--local', '--samples', "/my pictures/it's"];

    expect(describeCommandLine(typed)).toBe(
      "npm run load -- poisson --local --samples '/my pictures/it'\\''s'",
    );
  });

  it.each([
    [['--header', 'authorization: Bearer secret'], "'authorization: …'"],
    [['--header=x-api-key:secret'], "'--header=x-api-key: …'"],
  ])('keeps what %j hides', (typed, shown) => {
    expect(describeCommandLine(['poisson', ...typed])).toContain(shown);
    expect(describeCommandLine(['poisson', ...typed])).not.toMatch(/secret|cret@/);
  });
});
