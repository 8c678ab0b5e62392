/** What `ensemble.json` says of every model of texts, so that nothing is guessed later. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toTensors } from '../../../functions/inference/pipelines/text/encoded-texts.ts';
import {
  FEWEST_TOKENS,
  takesTokens,
  textInputsOf,
} from '../../../functions/inference/pipelines/text/format.ts';
import { openTokenizer } from '../../../functions/inference/pipelines/text/tokenizer.ts';
import { folderOf, readConfig, readJson, TOKENIZER } from '../../exported-folder.ts';
import { wrongUsage } from '../../repository-error.ts';
import type { LoadedModel, PipelinePlan } from '../planner.ts';

/** Requests of a batch at most; `npm run load -- sweep` measures whether they pay on a machine. */
const LARGEST_BATCH = 8;

/** Whether a model takes tokens, and has a tokenizer. */
export function takesTexts({ source, member: { graph } }: LoadedModel): boolean {
  return takesTokens(graph) && existsSync(path.join(folderOf(source), TOKENIZER));
}

/** @throws {RepositoryError} naming the file that is missing, or is no JSON */
export async function planTexts(
  models: readonly LoadedModel[],
): Promise<Pick<PipelinePlan, 'fields' | 'files' | 'notes'>> {
  const tokenizers = models.map(({ source }) => readTokenizer(folderOf(source)));
  const hashes = tokenizers.map((bytes) => hash('sha256', bytes));
  const different = [...new Set(hashes)];
  const entries = hashes.map((sha256) => {
    const place = different.indexOf(sha256);
    return { file: place === 0 ? TOKENIZER : `tokenizer-${place + 1}.json`, sha256 };
  });
  const limits = await Promise.all(models.map(maxTokensOf));
  return {
    fields: entries.map((tokenizer, index) => ({
      tokenizer,
      maxTokens: limits[index],
      longer: 'truncate',
      batch: { largest: LARGEST_BATCH },
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

/** Where no file says it. */
const MOST_TOKENS = 512;
/** Longer texts take seconds to try. */
const MOST_TRIED = 1024;
/** Tokenizers without a limit say an enormous one. */
const NO_LIMIT = 1e6;

/**
 * The longest text that a model runs with, at most what its files say: they may not name its positions, and RoBERTa and its
 * kin take fewer tokens than they have positions. A model that fails with any text is left to the first run.
 */
async function maxTokensOf({ source, member }: LoadedModel): Promise<number> {
  const folder = folderOf(source);
  const encode = await openTokenizer(path.join(folder, TOKENIZER), undefined);
  const inputs = textInputsOf(member.graph);
  const outputs = [member.graph.outputs[0]!.name];
  const runs = (tokens: number) =>
    member.run(toTensors(encode('a '.repeat(tokens), tokens), inputs), outputs).then(
      () => true,
      () => false,
    );
  const said = maxTokensIn(folder);
  let most = Math.min(said, MOST_TRIED);
  let least = FEWEST_TOKENS;
  if ((await runs(most)) || !(await runs(least))) return said;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await runs(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** The least of what a folder's files say; the tokenizer's own truncation is that of its training. */
function maxTokensIn(folder: string): number {
  const sentence = readJson<{ max_seq_length: number }>(folder, 'sentence_bert_config.json');
  const tokenizer = readJson<{ model_max_length: number }>(folder, 'tokenizer_config.json');
  const { max_position_embeddings: positions } = readConfig(folder);
  const known = [sentence.max_seq_length, tokenizer.model_max_length, positions].filter(
    (limit): limit is number => typeof limit === 'number' && limit > 0 && limit < NO_LIMIT,
  );
  return known.length > 0 ? Math.min(...known) : MOST_TOKENS;
}
