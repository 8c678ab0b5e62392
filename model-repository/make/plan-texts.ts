/** What `ensemble.json` says of a model of texts: what its exporter wrote beside it, so that nothing is guessed later. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { POOLING } from '../../functions/inference/pipelines/feature-extraction/manifest.ts';
import { toTensors } from '../../functions/inference/pipelines/text/encoded-texts.ts';
import { takesTokens, textInputsOf } from '../../functions/inference/pipelines/text/graph.ts';
import { FEWEST_TOKENS } from '../../functions/inference/pipelines/text/manifest.ts';
import { openTokenizer } from '../../functions/inference/pipelines/text/tokenizer.ts';
import { folderOf } from '../exported-folder.ts';
import { RepositoryError, wrongUsage } from '../repository-error.ts';
import type { PipelinePlan } from './describe-model.ts';
import { numberedLabels } from './label-file.ts';
import { type LoadedModel, sizeOf } from './loaded-model.ts';
import type { ModelOptions } from './model-options.ts';

const TOKENIZER = 'tokenizer.json';
const EMBEDDINGS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];
const TEXT_PIPELINES = ['text-classification', 'feature-extraction'] as const;
type TextPipeline = (typeof TEXT_PIPELINES)[number];

/** Tokens that a model takes where no file says it. */
const MOST_TOKENS = 512;
/** Longer texts take seconds to try. */
const MOST_TRIED = 1024;
/** Tokenizers without a limit say an enormous one. */
const NO_LIMIT = 1e6;
/** Requests of a batch at most; `npm run load -- sweep` measures whether they pay on a machine. */
const LARGEST_BATCH = 8;

export function isTextPipeline(pipeline: string): pipeline is TextPipeline {
  return (TEXT_PIPELINES as readonly string[]).includes(pipeline);
}

/** Which pipeline a model is for; undefined where it takes no tokens, or has no tokenizer or no known output. */
export function textPipelineOf({ source, member: { graph } }: LoadedModel): TextPipeline | undefined {
  if (!takesTokens(graph) || !existsSync(path.join(folderOf(source), TOKENIZER))) return undefined;
  const logits = graph.outputs.find(({ name }) => name === 'logits');
  if (logits?.shape.length === 2) return 'text-classification';
  return graph.outputs.some(({ name }) => EMBEDDINGS.includes(name)) ? 'feature-extraction' : undefined;
}

/** @throws {RepositoryError} naming the file that is missing, or says what cannot be served */
export async function planTexts(
  pipeline: TextPipeline,
  models: readonly LoadedModel[],
  given: readonly string[] | undefined,
  options: ModelOptions,
): Promise<PipelinePlan> {
  const folders = models.map(({ source }) => folderOf(source));
  const [folder] = folders as [string];
  const tokenizers = folders.map((place) => readTokenizer(place));
  const hashes = tokenizers.map((bytes) => hash('sha256', bytes));
  const distinct = [...new Set(hashes)];
  const fileOf = (sha256: string) => {
    const place = distinct.indexOf(sha256);
    return place === 0 ? TOKENIZER : `tokenizer-${place + 1}.json`;
  };
  const isEmbedding = pipeline === 'feature-extraction';
  const { name, scores } = options.output;
  const output = {
    ...(name !== undefined && { name }),
    ...(!isEmbedding && { scores: scores === 'probabilities' ? scores : scoresIn(folder) }),
  };
  const normalize = isEmbedding && folders.some(normalizesIn);
  const entries = models.map(async (model, index) => ({
    tokenizer: { file: fileOf(hashes[index]!), sha256: hashes[index] },
    maxTokens: await maxTokensOf(model),
    longer: 'truncate',
    batch: { largest: LARGEST_BATCH },
    output,
    ...(isEmbedding && { pooling: poolingOf(model), normalize }),
  }));
  const [first] = models as [LoadedModel];
  return {
    members: await Promise.all(entries),
    files: Object.fromEntries(tokenizers.map((bytes, index) => [fileOf(hashes[index]!), bytes])),
    contracts: isEmbedding ? ['openai-embeddings', 'predictions'] : ['predictions'],
    ...(!isEmbedding && { labels: given ?? labelsIn(folder) ?? numberedLabels(scoreCount(first)) }),
    notes: [],
  };
}

function readTokenizer(folder: string): Buffer {
  const file = path.join(folder, TOKENIZER);
  if (existsSync(file)) return readFileSync(file);
  throw wrongUsage(`there is no ${file}: a model of texts needs its tokenizer beside it`);
}

/** A JSON file of a folder; empty where there is none. @throws {RepositoryError} where it is no JSON */
function readJson<Content>(folder: string, name: string): Partial<Content> {
  const file = path.join(folder, name);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Content>;
  } catch (cause) {
    throw new RepositoryError(`${file} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

interface Config {
  readonly max_position_embeddings: number;
  readonly problem_type: string | null;
  readonly id2label: Readonly<Record<string, string>>;
}

/** The least of what a folder's files say; the tokenizer's own truncation is that of its training. */
function maxTokensIn(folder: string): number {
  const { max_seq_length: sentence } = readJson<{ max_seq_length: number }>(
    folder,
    'sentence_bert_config.json',
  );
  const { model_max_length: tokenizer } = readJson<{ model_max_length: number }>(
    folder,
    'tokenizer_config.json',
  );
  const { max_position_embeddings: positions } = readJson<Config>(folder, 'config.json');
  const known = [sentence, tokenizer, positions].filter(
    (limit): limit is number => typeof limit === 'number' && limit > 0 && limit < NO_LIMIT,
  );
  return known.length > 0 ? Math.min(...known) : MOST_TOKENS;
}

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
  if (await runs(most)) return said;
  let least = FEWEST_TOKENS;
  if (!(await runs(least))) return said;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await runs(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** As Transformers decides it: independent labels, or a single score, by sigmoid. */
function scoresIn(folder: string): 'softmax' | 'sigmoid' {
  const { problem_type: problem, id2label } = readJson<Config>(folder, 'config.json');
  const isSingle = id2label !== undefined && Object.keys(id2label).length === 1;
  return problem === 'multi_label_classification' || isSingle ? 'sigmoid' : 'softmax';
}

function labelsIn(folder: string): string[] | undefined {
  const { id2label } = readJson<Config>(folder, 'config.json');
  return id2label && numberedLabels(Object.keys(id2label).length).map((id) => id2label[id] ?? id);
}

function scoreCount({ member: { graph } }: LoadedModel): number {
  return sizeOf(graph.outputs.find(({ shape }) => shape.length === 2)?.shape[1]) ?? 1;
}

interface Module {
  readonly path: string;
  readonly type: string;
}

/** The modules of sentence-transformers, by the last part of their types. */
function modulesIn(folder: string): { readonly name: string; readonly path: string }[] {
  const modules = readJson<Module[]>(folder, 'modules.json');
  return Array.isArray(modules)
    ? (modules as Module[]).map(({ type, path: place }) => ({
        name: type.split('.').at(-1) ?? '',
        path: place,
      }))
    : [];
}

/** @throws {RepositoryError} where something else is done to the states of tokens than is served */
function poolingOf({ source, member: { graph } }: LoadedModel): (typeof POOLING)[number] {
  if (graph.outputs.some(({ name }) => name === EMBEDDINGS[0])) return 'mean';
  const folder = folderOf(source);
  const modules = modulesIn(folder);
  const unknown = modules.find(({ name }) => !['Transformer', 'Pooling', 'Normalize'].includes(name));
  if (unknown) {
    throw new RepositoryError(
      `${path.join(folder, 'modules.json')} has a module ${unknown.name}, which is not served: export the whole model, ` +
        'so that its graph gives "sentence_embedding"',
    );
  }
  const { path: place = '1_Pooling' } = modules.find(({ name }) => name === 'Pooling') ?? {};
  const said = readJson<Record<string, unknown>>(path.join(folder, place), 'config.json');
  const on = Object.entries(said).filter(
    ([name, value]) => name.startsWith('pooling_mode_') && value === true,
  );
  const modes = on.map(([name]) => name.replace(/^pooling_mode_|_tokens?$/g, ''));
  if (typeof said.pooling_mode === 'string') modes.push(said.pooling_mode);
  const [mode = 'mean', ...others] = modes;
  const known = POOLING.find((pooling) => pooling === mode);
  if (known && others.length === 0) return known;
  throw new RepositoryError(
    `${path.join(folder, place, 'config.json')} wants the pooling ${modes.join(' and ')}; there is ${POOLING.join(', ')}`,
  );
}

/** Where there are modules, one of them does; where there are none, similarity is what embeddings are for. */
function normalizesIn(folder: string): boolean {
  const modules = modulesIn(folder);
  return modules.length === 0 || modules.some(({ name }) => name === 'Normalize');
}
