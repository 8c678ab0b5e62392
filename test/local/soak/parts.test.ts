import { describe, expect, it } from 'vitest';
import { HELP, readSoakOptions } from '../../../local/soak/options.ts';
import { Random } from '../../../local/soak/random.ts';
import { parsePosixProcesses, parseWindowsProcesses } from '../../../local/soak/service/processes.ts';
import { UsageError } from '../../../project/usage-error.ts';

describe('Random numbers', () => {
  it('are the same with the same seed, and others with another', () => {
    const draw = (seed: number) => {
      const random = new Random(seed);
      return Array.from({ length: 20 }, () => random.whole(0, 1000));
    };

    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('of a fork do not hang on how many others were drawn since', () => {
    const one = new Random(1);
    const other = new Random(1);
    const [early, late] = [one.fork(), other.fork()];
    for (let times = 0; times < 5; times += 1) other.next();

    expect(early.next()).toBe(late.next());
  });

  it('fall on every number of a range and on no other', () => {
    const random = new Random(5);
    const drawn = new Set(Array.from({ length: 200 }, () => random.whole(3, 6)));

    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
  });
});

describe('The list of processes', () => {
  it('of ps is read', () => {
    expect(
      parsePosixProcesses('    1     0  1024 /sbin/launchd\n  512     1  2048 node a.ts --port 1\n'),
    ).toEqual([
      { pid: 1, parent: 0, residentBytes: 1024 * 1024, command: '/sbin/launchd' },
      { pid: 512, parent: 1, residentBytes: 2048 * 1024, command: 'node a.ts --port 1' },
    ]);
  });

  it('of PowerShell is read, with processes that hide their command line', () => {
    const text = '[{"ProcessId":4,"ParentProcessId":0,"WorkingSetSize":4096,"CommandLine":null}]';

    expect(parseWindowsProcesses(text)).toEqual([{ pid: 4, parent: 0, residentBytes: 4096, command: '' }]);
  });
});

describe('npm run soak', () => {
  it('has a default for everything', () => {
    expect(readSoakOptions([])).toMatchObject({
      task: 'handwriting',
      minutes: 10,
      environments: 2,
      clients: 4,
      families: ['environments', 'table', 'gateway', 'disk', 'storm', 'damage', 'clients'],
    });
  });

  it('takes the families of faults in any order', () => {
    expect(readSoakOptions(['--only', 'table, environments'])?.families).toEqual(['environments', 'table']);
  });

  it.each([
    [['--minutes', 'long'], '--minutes must be a number from 0.01 to 10000, not "long"'],
    [['--environments', '1.5'], '--environments must be a whole number from 1 to 100, not "1.5"'],
    [['--seed', '-1'], '--seed must be a whole number from 0 to 4294967295, not "-1"'],
    [['--only', 'weather'], '--only takes families of faults (environments, table, gateway'],
    [['--fast'], 'there is no option --fast'],
    [['digits', 'more'], 'expected one task, received also more'],
    [['--task', 'digits'], 'there is no option --task: a task is named without it'],
  ])('says what would be right: %j', (parameters, message) => {
    const read = () => readSoakOptions(parameters);

    expect(read).toThrow(message);
    expect(read).toThrow(UsageError);
  });

  it('lists every fault in its help', () => {
    expect(readSoakOptions(['--help'])).toBeUndefined();
    expect(HELP).toMatch(/table +kill -9 the table's process\n/);
  });
});
