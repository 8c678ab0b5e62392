import type { Properties, TestTemplate } from '../test-deployment.ts';

/** A line of a log, as JSON. */
export type LogLine = Readonly<Record<string, string | number>>;

/** An event in a minute of the day: a log line, or a value of a metric that is not counted from lines. */
export interface Happening {
  readonly minute: number;
  readonly log?: 'gateway' | 'function';
  readonly line?: LogLine;
  readonly metric?: string;
  readonly value?: number;
}

export interface Ringing {
  readonly id: string;
  readonly description: string;
  /** The first minute at whose end the alarm rang. */
  readonly minute: number;
}

/**
 * Finds the alarms of a template that ring from one minute of the day (UTC) to another, if nothing but these events happens. It
 * counts as CloudWatch does (filters, periods by the clock, M of N, missing data).
 */
export function ringing(
  template: TestTemplate,
  happenings: readonly Happening[],
  [from, until]: readonly [number, number],
): Ringing[] {
  const values = [...happenings, ...readLogs(template, happenings)];
  const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm'));
  return alarms.flatMap(([id, { Properties: alarm }]) => {
    for (let minute = from; minute < until; minute++) {
      if (rings(alarm, values, minute + 1, from)) {
        return [{ id, description: alarm.AlarmDescription, minute }];
      }
    }
    return [];
  });
}

function readLogs(template: TestTemplate, happenings: readonly Happening[]): Happening[] {
  const filters = template.propertiesOf('AWS::Logs::MetricFilter');
  return filters.flatMap(({ LogGroupName, FilterPattern, MetricTransformations }) => {
    const log = String(LogGroupName.Ref).includes('AccessLog') ? 'gateway' : 'function';
    const [{ MetricName: metric, MetricValue }] = MetricTransformations;
    return happenings.flatMap(({ minute, log: written, line }) => {
      if (written !== log || !line || !matches(textOf(FilterPattern), line)) return [];
      const value = MetricValue.startsWith('$.') ? Number(line[MetricValue.slice(2)]) : Number(MetricValue);
      return [{ minute, metric, value }];
    });
  });
}

/** A text of a template. `uuid` replaces the stack's UUID, which only CloudFormation knows. */
export function textOf(value: Properties): string {
  if (typeof value === 'string') return value;
  return value['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : 'uuid')).join('');
}

/** Whether an alarm rings at a minute, given the periods that have ended since `from`. */
function rings(alarm: Properties, values: readonly Happening[], now: number, from: number): boolean {
  const own = values.filter(({ metric }) => metric === alarm.MetricName);
  const pointsIn = (start: number, stop: number) =>
    own.filter(({ minute }) => minute >= start && minute < stop).map(({ value = 0 }) => value);
  const { EvaluationPeriods: periods, DatapointsToAlarm: needed = periods, Threshold: threshold } = alarm;
  const length = alarm.Period / 60;
  const end = Math.floor(now / length) * length;
  if (end - periods * length < from) return false;
  if (alarm.EvaluateLowSampleCountPercentile === 'ignore') {
    // CloudWatch counts fewer than 10 / (1 - 0.99) values as too few samples for p99.
    if (pointsIn(end - periods * length, end).length < 1000) return false;
  }
  const breaching = Array.from({ length: periods }, (_, index) => {
    const start = end - (index + 1) * length;
    const points = pointsIn(start, start + length);
    if (points.length === 0) return alarm.TreatMissingData === 'breaching';
    const value = statistic(points, alarm.Statistic ?? alarm.ExtendedStatistic);
    return value > threshold;
  });
  return breaching.filter(Boolean).length >= needed;
}

function statistic(points: readonly number[], name: string): number {
  if (name === 'Sum') return points.reduce((sum, point) => sum + point, 0);
  if (name === 'p99') return points.toSorted((a, b) => a - b)[Math.ceil(points.length * 0.99) - 1] ?? 0;
  throw new Error(`This test does not support the statistic ${name}.`);
}

/** A comparison: `$.field = "text"`, `$.field > 1`, `$.field NOT EXISTS`. */
const COMPARISON = /\$\.(\w+) (?:(NOT EXISTS)|(!=|=|>=|>) ("[^"]*"|[\d.]+))/g;

/**
 * Whether a filter pattern of CloudWatch Logs matches a line. Supports the part of the language that this project uses:
 * comparisons, `*` in texts, `NOT EXISTS`, `&&`, `||`, parentheses. A comparison with a missing field is false.
 *
 * @throws Error if a pattern uses anything else
 */
function matches(pattern: string, line: LogLine): boolean {
  // The remaining operators mean the same as in JavaScript.
  const left = pattern.replace(COMPARISON, (_, field, absence, operator, literal) =>
    String(absence ? line[field] === undefined : compare(line[field], operator, literal)),
  );
  const [, condition] = /^\{((?:true|false|&&|\|\||[() ])+)\}$/.exec(left) ?? [];
  if (condition === undefined) throw new Error(`This test does not support the pattern ${pattern}.`);
  return new Function(`return ${condition}`)();
}

function compare(value: string | number | undefined, operator: string, literal: string): boolean {
  if (value === undefined) return false;
  if (operator === '=') return isLike(value, literal);
  if (operator === '!=') return !isLike(value, literal);
  if (typeof value !== 'number') return false;
  return operator === '>' ? value > Number(literal) : value >= Number(literal);
}

function isLike(value: string | number, literal: string): boolean {
  if (!literal.startsWith('"')) return value === Number(literal);
  const pattern = literal
    .slice(1, -1)
    .replace(/[^\w *]/g, '\\$&')
    .replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`).test(String(value));
}
