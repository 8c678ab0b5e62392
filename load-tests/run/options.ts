import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Rules } from '../verdict/judge.ts';
import { number, whole } from './numbers.ts';
import { isScenario, type Scenario, scenarios } from './scenarios.ts';
import { UsageError } from './usage.ts';

/** How much load; what is missing is as the scenario file says. */
export interface Amount {
  count?: number;
  /** Seconds. */
  duration?: number;
  /** Arrivals per second. */
  rate?: number;
  share?: number;
  /** Factor on what the scenario file says. */
  scale?: number;
}

/** The service to test: one that runs, or one to be started here. */
export type Where = { target: string } | { local: LocalOptions };

/** How to start the local service. */
export interface LocalOptions {
  provisioned: number;
  maxConcurrency: number;
  /** A task under `models/`, or a folder with an `ensemble.json`. */
  model: string;
}

/** A checked command line. */
export type LoadOptions =
  | { command: 'help' }
  | { command: 'report'; folders: string[]; rules: Rules; reports: string }
  | {
      command: 'run';
      scenario: Scenario | 'all';
      where: Where;
      amount: Amount;
      rules: Rules;
      pictures: string;
      /** Folder for the folders of reports. */
      reports: string;
      writeResults: boolean;
    };

/** What `--brief` leaves of the usual amount. */
const BRIEF = 0.25;
const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Reads the command line. @throws UsageError that says what would be right */
export function parseOptions(commandLine: string[]): LoadOptions {
  const { values, positionals } = parse(commandLine);
  if (values.help) return { command: 'help' };
  const [name, ...rest] = positionals;
  const rules: Rules = {
    quantile: number('percentile', values.percentile, 50, 99.999) / 100,
    limitMilliseconds: number('limit', values.limit, 1, 60_000),
    accuracy: number('accuracy', values.accuracy, 0, 100) / 100,
    confidence: number('confidence', values.confidence, 0, 99.9999) / 100,
  };
  const reports = resolve(values.reports);
  if (name === 'report') {
    if (rest.length === 0) throw new UsageError('report needs at least one folder with records');
    return { command: 'report', folders: rest, rules, reports };
  }
  if (name === undefined || (name !== 'all' && !isScenario(name))) {
    const known = [...Object.keys(scenarios), 'all', 'report'].join(', ');
    throw new UsageError(`expected a scenario (${known}), received ${name ?? 'none'}`);
  }
  if (rest.length > 0) throw new UsageError(`expected one scenario, received also ${rest.join(' ')}`);
  const { count, duration, rate, share } = values;
  const amount: Amount = {
    ...(count === undefined ? {} : { count: whole('count', count, 1, 10_000_000) }),
    ...(duration === undefined ? {} : { duration: whole('duration', duration, 1, 86_400) }),
    ...(rate === undefined ? {} : { rate: whole('rate', rate, 1, 100_000) }),
    ...(share === undefined ? {} : { share: number('share', share, 0, 1) }),
    ...(values.brief ? { scale: BRIEF } : {}),
  };
  return {
    command: 'run',
    scenario: name,
    where: where(values),
    amount,
    rules,
    pictures: resolve(values.pictures),
    reports,
    writeResults: values['write-results'],
  };
}

function parse(commandLine: string[]) {
  try {
    return parseArgs({
      args: commandLine,
      allowPositionals: true,
      options: {
        help: { ...flag, short: 'h' },
        target: text,
        local: flag,
        provisioned: text,
        'max-concurrency': text,
        model: text,
        count: text,
        duration: text,
        rate: text,
        share: text,
        brief: flag,
        pictures: { ...text, default: 'samples' },
        reports: { ...text, default: 'load-tests/reports' },
        limit: { ...text, default: '1000' },
        percentile: { ...text, default: '99' },
        accuracy: { ...text, default: '90' },
        confidence: { ...text, default: '0' },
        'write-results': flag,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\. |\n/)[0] as string);
  }
}

function where(values: ReturnType<typeof parse>['values']): Where {
  if (values.local === (values.target !== undefined)) {
    throw new UsageError('expected either --local or --target URL');
  }
  const { target, provisioned = '2', 'max-concurrency': most = provisioned, model = 'handwriting' } = values;
  if (target === undefined) {
    const least = whole('provisioned', provisioned, 1, 1000);
    return {
      local: { provisioned: least, maxConcurrency: whole('max-concurrency', most, least, 1000), model },
    };
  }
  for (const option of ['provisioned', 'max-concurrency', 'model'] as const) {
    if (values[option] !== undefined) {
      throw new UsageError(`--${option} does not fit --target: it is for the service that --local starts`);
    }
  }
  const url = URL.parse(target);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`expected an http or https address for --target, received ${target}`);
  }
  return { target: `${url.origin}${url.pathname.replace(/\/$/, '')}` };
}
