/** A run on disk: the records of every request, and run.json with all other inputs of the verdict. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../project/usage-error.ts';
import { parseRecords, recordFiles } from '../client/record-file.ts';
import type { JudgedFacts } from '../verdict/judge.ts';
import type { LoadReport, Provenance } from './load-report.ts';

const RUN_FILE = 'run.json';

/** Facts that are known before a run begins. */
export type KnownFacts = Provenance & Pick<LoadReport, 'model' | 'contract' | 'workers'>;

/** Facts about a run besides its records. */
export interface RunFacts
  extends JudgedFacts,
    KnownFacts,
    Pick<LoadReport, 'scenario' | 'target' | 'load' | 'rules' | 'interrupted'> {
  /** End of the run in milliseconds since 1970; undefined during the run, and afterwards if the command was killed. */
  ended: number | undefined;
  /** Number of records. A copy of the run with missing records gets no verdict. Undefined if `ended` is undefined. */
  recordCount?: number | undefined;
}

/** Writes the facts about a run. Called twice: before the run begins, and when it is over. */
export function writeRunFile(directory: string, facts: RunFacts): void {
  writeFileSync(join(directory, RUN_FILE), `${JSON.stringify(facts, null, 2)}\n`);
}

/** @throws an error that names the unreadable file, or the folder if it lacks records; a UsageError if there is no folder */
export function readRun(folder: string) {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const files = recordFiles(folder);
  if (files.length === 0) throw new Error(`${folder} has no records-*.jsonl`);
  const facts = read(join(folder, RUN_FILE), parseFacts);
  const records = files.flatMap((file) => read(file, parseRecords));
  const { recordCount = records.length } = facts;
  if (records.length !== recordCount)
    throw new Error(`${folder} has ${records.length} of ${recordCount} records; a verdict needs all of them`);
  return { facts, records };
}

function read<Read>(file: string, parse: (text: string) => Read): Read {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parseFacts(text: string): RunFacts {
  const facts = JSON.parse(text) as RunFacts | null;
  const rules = facts?.rules;
  const numbers = [rules?.quantile, rules?.limitMilliseconds, rules?.accuracy, rules?.confidence];
  if (facts?.scenario && facts.model && facts.contract && numbers.every(Number.isFinite)) return facts;
  throw new Error('not the record of a load run');
}
