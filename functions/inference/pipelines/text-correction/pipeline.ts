/** Pipeline `text-correction`: the hypotheses of a speech recogniser in, the most probable sentence out. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import * as v from 'valibot';
import { Count, FileEntry, FileName, Probability } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';
import { part } from '../../model/tensor-part.ts';
import type { TensorInfo } from '../../model/tensors.ts';
import type { TensorView } from '../pipeline.ts';
import { definePipeline, type OpenedPipeline } from '../shared/define-pipeline.ts';
import { outputOf, tensorOutputs } from '../shared/tensors.ts';
import { explainedMembers } from '../shared/votes.ts';
import { readTexts } from '../text/tensor-view.ts';
import {
  type Batch,
  batchOf,
  blankBatch,
  checkGraph,
  contrastingBatches,
  toTensors,
  workOf,
} from './batch.ts';
import { checkMemberOutput, combineVotes, type MemberOutput, OUTPUT } from './combine.ts';
import {
  alternativesAt,
  packPrediction,
  type SentenceInput,
  type SentencePrediction,
  unpackPrediction,
} from './prediction.ts';
import { parseVocabulary, type Vocabulary } from './vocabulary.ts';

/** Limit of the characters of a response in logs. */
const CHARACTERS_SHOWN = 60;
/** Limit of the hypotheses in a request. No recogniser returns more. */
const MOST_HYPOTHESES = 100;

const Schema = v.looseObject({
  vocabulary: v.optional(
    v.union([FileName, FileEntry], 'must be a plain file name, or {"file", "sha256"}'),
    'vocabulary.txt',
  ),
  /** Lowest mean probability, 0 to 1, at which a candidate replaces the recognised character. */
  threshold: Probability,
  /** Limit of the characters of all hypotheses together, with padding. */
  maxCharacters: v.optional(v.pipe(Count, v.maxValue(16_384)), 512),
  /** Penalty for each rank below the first, in units of the mean log probability of a character. */
  rankPenalty: v.optional(v.pipe(v.number(), v.minValue(0), v.finite()), 1),
});

type Opened = OpenedPipeline<SentenceInput, MemberOutput, SentencePrediction>;

export const textCorrection = definePipeline({
  name: 'text-correction',
  fields: Schema,
  async open(manifest, directory, graphs): Promise<Opened> {
    const { threshold, maxCharacters, rankPenalty } = manifest;
    for (const graph of graphs) checkGraph(graph);
    const vocabulary = await readVocabulary(directory, manifest.vocabulary);
    const choice = { vocabulary, threshold, rankPenalty };
    const blank = blankBatch(vocabulary);
    /** The batch is cached by request, because `decode`, `work` and every call of `combine` need it. */
    const batches = new WeakMap<SentenceInput, Batch>();
    const batch = (request: SentenceInput): Batch => {
      const known = batches.get(request) ?? batchOf(request.hypotheses, vocabulary, maxCharacters);
      batches.set(request, known);
      return known;
    };
    return {
      decode(request) {
        const parts = [toTensors(batch(request), vocabulary)];
        return () => parts;
      },
      work: (request) => workOf(batch(request), vocabulary),
      padded: true,
      blank: () => () => [toTensors(blank, vocabulary)],
      async contrasting() {
        const [short, long] = contrastingBatches(vocabulary);
        return [toTensors(short, vocabulary), toTensors(long, vocabulary)];
      },
      outputsOf: () => [OUTPUT],
      read({ [OUTPUT]: output }, _member, { candidates }) {
        return { ...part(output!, candidates!.shape), given: output!.shape } as MemberOutput;
      },
      check: (memberOutput, member) => checkMemberOutput(memberOutput, graphs[member]!.file),
      combine: (votes, weightLeft, request) =>
        combineVotes(votes, weightLeft, request, batch(request), choice),
      fallback: ({ hypotheses: [first = ''] }) => ({ text: first, confidence: 0, hypothesis: 0, places: [] }),
      summary: ({ text, confidence }) => ({ prediction: shortened(text), confidence }),
      pack: packPrediction,
      unpack: unpackPrediction,
      explain: (votes, { text, confidence, hypothesis, places }) => ({
        text,
        confidence,
        hypothesis,
        threshold,
        members: explainedMembers(votes, ({ shape: [, length, width], data }) => ({
          places: places.map(({ index, heard }) => {
            const start = (hypothesis * length! + index) * width!;
            const [id] = vocabulary.encode(heard) as [number];
            const probabilityOf = (candidate: number) => data[start + candidate]!;
            return { index, alternatives: alternativesAt(heard, id, vocabulary, probabilityOf) };
          }),
        })),
        mean: places,
      }),
      tensors: sentenceTensors,
    };
  },
});

function shortened(text: string): string {
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…` : text;
}

/** @throws {ModelError} if the file is missing, has another hash, or is not a vocabulary */
async function readVocabulary(
  directory: string,
  entry: v.InferOutput<typeof Schema>['vocabulary'],
): Promise<Vocabulary> {
  const { file: name, sha256 } = typeof entry === 'string' ? { file: entry } : entry;
  const file = path.join(directory, name);
  const bytes = await readVerified(file, sha256);
  if (!isUtf8(bytes)) throw new ModelError(`${file} must be text in UTF-8`);
  return parseVocabulary(bytes.toString('utf8'), file);
}

/** Sentences in UTF-8, most probable first. */
const HYPOTHESES: TensorInfo = { name: 'hypotheses', datatype: 'BYTES', shape: [-1] };

export const sentenceTensors: TensorView<SentenceInput, SentencePrediction> = {
  inputs: [HYPOTHESES],
  input: (tensors) => ({ hypotheses: readTexts(tensors, [HYPOTHESES], wrongCount) }),
  ...tensorOutputs<SentencePrediction>([
    outputOf('text', 'BYTES', [1], ({ text }) => [text]),
    outputOf('confidence', 'FP32', [1], ({ confidence }) => [confidence]),
    outputOf('hypothesis', 'INT32', [1], ({ hypothesis }) => [hypothesis]),
  ]),
};

function wrongCount(count: number): string | undefined {
  if (count > 0 && count <= MOST_HYPOTHESES) return undefined;
  return `with 1 to ${MOST_HYPOTHESES} elements, not ${count}`;
}
