/**
 * Plans rerankers, text classifiers and token classifiers. `ensemble.json` states default values, too, because later
 * defaults may differ.
 */

import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entailmentOf } from '../../../functions/inference/model/manifest.ts';
import { sizeOf } from '../../../functions/inference/pipelines/pipeline.ts';
import { toTensors } from '../../../functions/inference/pipelines/text/encoded-texts.ts';
import {
  FEWEST_TOKENS,
  takesTokens,
  textInputsOf,
} from '../../../functions/inference/pipelines/text/format.ts';
import { openTokenizer } from '../../../functions/inference/pipelines/text/tokenizer.ts';
import { defined } from '../../../project/defined.ts';
import { UsageError } from '../../../project/usage-error.ts';
import { architectureOf, readJson, TOKENIZER } from '../../exported-folder.ts';
import { numberedLabels } from '../describe-model.ts';
import type { LoadedModel, Planner } from './planner.ts';

type Labelling = { problem_type: string | null; id2label: Record<string, string> };

/** Labels for the relation between two texts. Models trained on MNLI, QNLI, MRPC, QQP and similar data sets have such labels. */
const RELATION = /^(not[_ ])?(entail(ment|s)?|contradict(ion|s)?|duplicates?|equivalent|paraphrase)$/i;
const TAKES_PAIRS = 'it takes pairs of texts: {"text": "…", "text_pair": "…"}';
const TAKES_CANDIDATES = `${TAKES_PAIRS}, or a text with labels of your own: {"text": "…", "candidate_labels": ["…"]}`;

/**
 * A single logit without a problem type is a cross-encoder's score of a pair. A regression of one text has the problem type
 * `regression`.
 */
export const textRankingPlanner: Planner = {
  pipeline: 'text-ranking',
  options: ['output'],
  fits(model) {
    const { problem_type: problem, id2label = {} } = readJson<Labelling>(model.folder, 'config.json');
    const logits = model.graph.outputs.find(({ name, shape }) => name === 'logits' && shape.length === 2);
    const labels = Object.keys(id2label).length;
    if (!logits || problem || labels > 1) return false;
    return takesTexts(model) && (sizeOf(logits.shape[1]) ?? labels) === 1;
  },
  async plan(models, _labels, { output: name }) {
    const plan = await planTexts(models, { output: defined({ name }) });
    return { ...plan, contracts: ['rerank', 'predictions'], notes: [SCORES_PAIRS] };
  },
};

const SCORES_PAIRS =
  'it scores pairs of a query and a text, as a reranker; for a classifier of texts, use --pipeline text-classification';

export const textClassificationPlanner: Planner = {
  pipeline: 'text-classification',
  options: ['labels', 'output', 'scores'],
  fits: (model) =>
    takesTexts(model) &&
    model.graph.outputs.some(({ name, shape }) => name === 'logits' && shape.length === 2),
  async plan(models, known, { output: name, scores }) {
    const { folder, graph } = models[0]!;
    const { problem_type: problem } = readJson<Labelling>(folder, 'config.json');
    const count = sizeOf(graph.outputs.find(({ shape }) => shape.length === 2)?.shape[1]);
    const labels = known ?? numberedLabels(count ?? 1);
    // Logits of independent labels, and the logit of a single label, get a sigmoid, as in Transformers.
    const isSigmoid = problem === 'multi_label_classification' || labels.length === 1;
    const pairs = labels.some((label) => RELATION.test(label));
    const output = {
      ...defined({ name }),
      scores: scores === 'probabilities' ? scores : isSigmoid ? 'sigmoid' : 'softmax',
    };
    return {
      ...(await planTexts(models, { output, ...(pairs && { pairs }) })),
      labels,
      notes: pairs ? [entailmentOf(labels) === -1 ? TAKES_PAIRS : TAKES_CANDIDATES] : [],
    };
  },
};

export const tokenClassificationPlanner: Planner = {
  pipeline: 'token-classification',
  options: ['labels', 'output'],
  fits: (model) => takesTexts(model) && /ForTokenClassification$/.test(architectureOf(model.folder)),
  async plan(models, known, { output: name }) {
    const scores = models[0]!.graph.outputs.find(
      (output) => (name ?? output.name) === output.name && output.shape.length === 3,
    );
    return {
      ...(await planTexts(models, { output: defined({ name }), aggregation: 'simple' })),
      labels: known ?? numberedLabels(sizeOf(scores?.shape[2]) ?? 1),
    };
  },
};

/** Fields of every model. `npm run load -- sweep` measures whether batches of this size pay on a machine. */
const COMMON = { longer: 'truncate', batch: { largest: 8 } };

export function takesTexts({ folder, graph }: LoadedModel): boolean {
  return takesTokens(graph) && existsSync(path.join(folder, TOKENIZER));
}

/** @param own fields that only this pipeline has @throws {UsageError | ModelError} naming a file that is missing or not JSON */
export async function planTexts(models: readonly LoadedModel[], own: object = {}) {
  const tokenizers = models.map(({ folder }) => {
    const file = path.join(folder, TOKENIZER);
    if (existsSync(file)) return readFileSync(file);
    throw new UsageError(`there is no ${file}: a model of texts needs its tokenizer in the same folder`);
  });
  const hashes = tokenizers.map((bytes) => hash('sha256', bytes));
  const different = [...new Set(hashes)];
  const entries = hashes.map((sha256) => {
    const index = different.indexOf(sha256);
    return { file: index === 0 ? TOKENIZER : `tokenizer-${index + 1}.json`, sha256 };
  });
  const limits = await Promise.all(models.map(maxTokensOf));
  return {
    fields: entries.map((tokenizer, index) => ({ tokenizer, maxTokens: limits[index], ...COMMON, ...own })),
    files: Object.fromEntries(entries.map(({ file }, index) => [file, tokenizers[index]!])),
  };
}

/** Default limit of the tokens in a text, if no file sets one. */
const MOST_TOKENS = 512;
/** Texts with more tokens are not tried, because they take seconds. */
const MOST_TRIED = 1024;
/** If a tokenizer has no limit of tokens, the `model_max_length` in its file is at least this number. */
const NO_LIMIT = 1e6;

/**
 * The largest number of tokens with which a model runs, at most the limit in its files. That limit may be missing or too high:
 * RoBERTa and similar models take fewer tokens than they have positions. If a model fails with every text, the limit in its
 * files stays, and the model's first run reports the failure.
 */
async function maxTokensOf({ folder, member }: LoadedModel): Promise<number> {
  const encode = await openTokenizer(path.join(folder, TOKENIZER), undefined);
  const inputs = textInputsOf(member.graph);
  const outputs = [member.graph.outputs[0]!.name];
  const runs = async (tokens: number) => {
    const text = await encode('a '.repeat(tokens), tokens);
    return member.run(toTensors(text, inputs), outputs).then(
      () => true,
      () => false,
    );
  };
  const configured = maxTokensIn(folder);
  let most = Math.min(configured, MOST_TRIED);
  let least = FEWEST_TOKENS;
  if ((await runs(most)) || !(await runs(least))) return configured;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await runs(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/**
 * Files and their fields that limit the tokens of a text. The truncation in `tokenizer.json` is not used, because it was
 * set for the training.
 */
const LIMITS = [
  ['sentence_bert_config.json', 'max_seq_length'],
  ['tokenizer_config.json', 'model_max_length'],
  ['config.json', 'max_position_embeddings'],
] as const;

function maxTokensIn(folder: string): number {
  const known = LIMITS.map(([file, name]) => readJson<Record<string, unknown>>(folder, file)[name]).filter(
    (limit) => typeof limit === 'number' && limit > 0 && limit < NO_LIMIT,
  );
  return known.length > 0 ? Math.min(...(known as number[])) : MOST_TOKENS;
}
