import { describe, expect, it } from 'vitest';
import { synthesise } from '../test-deployment.ts';
import { type Happening, type LogLine, ringing } from './alarm-history.ts';

const prod = synthesise('prod warmFrom=08:50 warmUntil=18:10 timeZone=Etc/UTC');

const at = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const MORNING = [at('10:00'), at('11:00')] as const;

const USUAL = { route: 'POST /inference', status: 200, responseMilliseconds: 90 };

/** A line of the gateway's log. */
const gateway = (minute: number, about: LogLine = {}): Happening => {
  return { minute, log: 'gateway', line: { ...USUAL, ...about } };
};

/** Lines of the gateway's log for requests of one minute with these latencies. */
const requested = (time: string, ...milliseconds: number[]): Happening[] =>
  milliseconds.map((responseMilliseconds) => gateway(at(time), { responseMilliseconds }));

/** Values of a metric that is not counted from lines. */
const counted = (metric: string, value: number, ...times: string[]): Happening[] =>
  times.map((time) => ({ minute: at(time), metric, value }));
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** One fast request per minute. */
function usual([from, until]: readonly [number, number]): Happening[] {
  return Array.from({ length: until - from }, (_, index) => gateway(from + index));
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function told(happenings: readonly Happening[], during: readonly [number, number] = MORNING): string[] {
  const rung = ringing(prod, happenings, during);
  return rung.map(({ description, minute }) => `${clock(minute)} ${description}`);
}

it.each<[string, Happening[], ...string[]]>([
  ['nothing, as long as responses come in time', []],
  ['nothing if one response among a hundred is late', requested('10:20', ...times(100, 90), 1500)],
  [
    'three late responses, in the same minute',
    requested('10:20', ...times(500, 90), 1100, 1200, 1300),
    '10:20 handwriting: 3 or more responses later than 1000 ms within a minute',
  ],
  [
    'nothing if two of forty responses a minute are late',
    ['10:20', '10:21', '10:22'].flatMap((time) => requested(time, ...times(38, 90), 1100, 1200)),
  ],
  [
    'more than 1 % of many responses late, after the second minute, however many requests are for /docs',
    ['10:20', '10:21'].flatMap((time) => [
      ...requested(time, ...times(500, 90), ...times(8, 1100)),
      ...times(1000, gateway(at(time), { route: 'GET /docs', responseMilliseconds: 5 })),
    ]),
    '10:21 handwriting: the p99 latency of responses is above 1000 ms',
    '10:20 handwriting: 3 or more responses later than 1000 ms within a minute',
  ],
  ['one lost response', counted('5xx', 1, '10:20'), '10:20 The address responded with 5xx: responses'],
  [
    'one refusal',
    [gateway(at('10:20'), { route: '-', status: 429, responseMilliseconds: 0 })],
    '10:20 The gateway refused requests (429): raise throttleRate or throttleBurst',
  ],
  ['nothing if the table is missing for one minute', counted('CacheDegraded', 50, '10:20')],
  [
    'a table that is missing in three of five minutes',
    counted('CacheDegraded', 1, '10:20', '10:22', '10:24'),
    '10:24 handwriting: responses were sent without the response cache',
  ],
  ['a crash', counted('Errors', 1, '10:20'), '10:20 handwriting: the function crashed, or did not'],
])('the alarms of an hour report %s', (_, happenings, ...expected) => {
  const lines = told([...usual(MORNING), ...happenings]);

  expect(lines.map((line) => expected.find((begin) => line.startsWith(begin)) ?? line)).toEqual(expected);
});

describe('a release', () => {
  const [group] = prod.propertiesOf('AWS::CodeDeploy::DeploymentGroup');
  const against = JSON.stringify(group.AlarmConfiguration.Alarms);
  const takenBackBy = (happenings: Happening[]): string[] =>
    ringing(prod, [...usual(MORNING), ...happenings], MORNING)
      .filter(({ id }) => against.includes(`"${id}"`))
      .map(({ description }) => description);

  it('is not rolled back by cold starts when traffic shifts, although alarms fire', () => {
    const shift = [
      ...counted('ProvisionedConcurrencySpilloverInvocations', 4, '10:20'),
      ...requested('10:20', 1400, 1500, 1600, 1700),
      ...requested('10:21', ...times(20, 90)),
    ];

    expect(takenBackBy(shift)).toEqual([]);
    expect(told([...usual(MORNING), ...shift])).toHaveLength(2);
  });

  const { POWERTOOLS_SERVICE_NAME: service = '' } = prod.variablesOf('handwriting');
  const failure = { service, route: 'POST /', status: 500 };
  it.each<[string, Happening[]]>([
    ['responds with 5xx', [{ minute: at('10:20'), log: 'function', line: failure }]],
    ['crashes', counted('Errors', 1, '10:20')],
    ['is slow once it runs', counted('Latency', 1800, '10:20', '10:21')],
  ])('is rolled back if the new version %s', (_, happenings) => {
    expect(takenBackBy(happenings)).toHaveLength(1);
  });
});
