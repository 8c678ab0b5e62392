import { resolve } from 'node:path';
import type { RequestSourceChoice } from '../../model-repository/request-source.ts';
import { closest } from '../../project/levenshtein.ts';
import { anyNumber, wholeNumber } from '../../project/option-number.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import type { Rules } from '../verdict/objective.ts';
import { isScenario, type Scenario, scenarios } from './scenarios.ts';
import { USAGE } from './usage.ts';
import { readWhere, type Where } from './where.ts';

/** Amount of load that the command line sets. */
export interface Amount {
  count?: number | undefined;
  /** Length of the run in seconds. */
  duration?: number | undefined;
  /** Arrivals per second in the scenario's first phase; in `peak`, in the first probe. */
  rate?: number | undefined;
  share?: number | undefined;
  clients?: number | undefined;
  /** Range in seconds from which each pause is drawn at random. */
  think?: readonly [least: number, most: number] | undefined;
  /** Seconds of the same load before the run. Requests in this time do not count. */
  warmUp?: number | undefined;
}

/** Rules of the verdict that the command line sets. */
export type Demands = { [Rule in keyof Rules]: number | undefined };

/** A checked command line. */
export type LoadOptions =
  | { command: 'help' }
  | { command: 'report'; folder: string; demands: Demands; reports: string }
  | {
      command: 'run';
      scenario: Scenario;
      /** If `model` is undefined, the run uses the model that the target reports, or else the default model. */
      source: Omit<RequestSourceChoice, 'model'> & { readonly model: string | undefined };
      where: Where;
      amount: Amount;
      demands: Demands;
      /** Parent folder of the reports' folders. */
      reports: string;
    };

/** Reads the command line. @throws {UsageError} */
export function parseOptions(commandLine: string[]): LoadOptions {
  const { values, positionals } = readOptions(USAGE, commandLine);
  if (values.help) return { command: 'help' };
  const [name, ...rest] = positionals;
  const percent = (option: 'percentile' | 'accuracy' | 'confidence', least: number, most: number) =>
    values[option] === undefined ? undefined : anyNumber(option, values[option], least, most) / 100;
  const demands: Demands = {
    quantile: percent('percentile', 50, 99.999),
    limitMilliseconds: anyNumber('limit', values.limit, 1, 900_000),
    accuracy: percent('accuracy', 0, 100),
    confidence: percent('confidence', 50, 99.9999),
  };
  const reports = resolve(values.reports);
  if (name === 'report') {
    const [folder, ...others] = rest;
    if (folder === undefined || others.length > 0)
      throw new UsageError('report needs one folder with the records of a run');
    return { command: 'report', folder, demands, reports };
  }
  if (name === undefined || !isScenario(name)) {
    const known = [...Object.keys(scenarios), 'report', 'sweep'];
    const meant = name && closest(name, known);
    if (meant) throw new UsageError(`there is no scenario ${name}: did you mean ${meant}?`);
    throw new UsageError(`expected a scenario (${known.join(', ')}), received ${name ?? 'none'}`);
  }
  if (rest.length > 0)
    throw new UsageError(`expected one scenario, received also ${rest.join(' ')}; --model names a model`);
  const amount: Amount = {
    count: wholeNumber('count', values.count, 1, 10_000_000),
    duration: wholeNumber('duration', values.duration, 1, 86_400),
    rate: wholeNumber('rate', values.rate, 1, 100_000),
    share: anyNumber('share', values.share, 0, 1),
    clients: wholeNumber('clients', values.clients, 1, 10_000),
    think: values.think === undefined ? undefined : readThink(values.think),
    warmUp: wholeNumber('warm-up', values['warm-up'], 0, 3600),
  };
  return {
    command: 'run',
    scenario: name,
    source: {
      model: values.model,
      contract: values.contract,
      samples: values.samples === undefined ? undefined : resolve(values.samples),
    },
    where: readWhere(values),
    amount,
    demands,
    reports,
  };
}

/** Reads `--think`: a pause in seconds such as `3`, or a range such as `2-5`. */
function readThink(text: string): [number, number] {
  const [least = '', most = least, ...more] = text.split('-');
  const range: [number, number] = [anyNumber('think', least, 0, 3600), anyNumber('think', most, 0, 3600)];
  if (more.length > 0 || range[1] < range[0]) {
    throw new UsageError(`--think must be seconds such as 3, or a rising range such as 2-5, not ${text}`);
  }
  return range;
}
