/** What exporters write beside a model of texts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { RepositoryError } from '../../repository-error.ts';

export const TOKENIZER = 'tokenizer.json';

/** As much of `config.json` as is looked at here. */
interface Config {
  readonly max_position_embeddings: number;
  readonly problem_type: string | null;
  readonly id2label: Readonly<Record<string, string>>;
}

/** @throws {RepositoryError} where it is no JSON */
export function readConfig(folder: string): Partial<Config> {
  return readJson<Config>(folder, 'config.json');
}

/** A JSON file of a folder; empty where there is none. @throws {RepositoryError} where it is no JSON */
export function readJson<Content>(folder: string, name: string): Partial<Content> {
  const file = path.join(folder, name);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Content>;
  } catch (cause) {
    throw new RepositoryError(`${file} is no JSON: ${(cause as Error).message}`, { cause });
  }
}
