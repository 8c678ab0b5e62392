/** What `ensemble.json` says of every model of texts, so that nothing is guessed later. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { takesTokens } from '../../../functions/inference/pipelines/text/format.ts';
import { folderOf } from '../../exported-folder.ts';
import { wrongUsage } from '../../repository-error.ts';
import type { LoadedModel } from '../loaded-model.ts';
import type { PipelinePlan } from '../pipeline-plan.ts';
import { TOKENIZER } from './exported-files.ts';
import { maxTokensOf } from './max-tokens.ts';

/** Requests of a batch at most; `npm run load -- sweep` measures whether they pay on a machine. */
const LARGEST_BATCH = 8;

/** Whether a model takes tokens, and has a tokenizer. */
export function takesTexts({ source, member: { graph } }: LoadedModel): boolean {
  return takesTokens(graph) && existsSync(path.join(folderOf(source), TOKENIZER));
}

/** @throws {RepositoryError} naming the file that is missing, or is no JSON */
export async function planTexts(
  models: readonly LoadedModel[],
): Promise<Pick<PipelinePlan, 'fields' | 'memberFields' | 'files' | 'notes'>> {
  const tokenizers = models.map(({ source }) => readTokenizer(folderOf(source)));
  const hashes = tokenizers.map((bytes) => hash('sha256', bytes));
  const different = [...new Set(hashes)];
  const entries = hashes.map((sha256) => {
    const place = different.indexOf(sha256);
    return { file: place === 0 ? TOKENIZER : `tokenizer-${place + 1}.json`, sha256 };
  });
  const limits = await Promise.all(models.map(maxTokensOf));
  return {
    fields: {
      tokenizer: entries[0],
      maxTokens: limits[0],
      longer: 'truncate',
      batch: { largest: LARGEST_BATCH },
    },
    memberFields: entries.map((tokenizer, index) => ({
      ...(tokenizer.file !== TOKENIZER && { tokenizer }),
      ...(limits[index] !== limits[0] && { maxTokens: limits[index] }),
    })),
    files: Object.fromEntries(entries.map(({ file }, index) => [file, tokenizers[index]!])),
    notes: [],
  };
}

function readTokenizer(folder: string): Buffer {
  const file = path.join(folder, TOKENIZER);
  if (existsSync(file)) return readFileSync(file);
  throw wrongUsage(`there is no ${file}: a model of texts needs its tokenizer beside it`);
}
