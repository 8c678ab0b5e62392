/** Pipeline `text-correction`: what a speech recogniser heard in, the sentence that was most probably said out. */
import { ModelError } from '../../model/model-error.ts';
import type { Graph, Pipeline, PipelineDefinition } from '../pipeline.ts';
import { findGraphErrors } from './graph.ts';
import { type Batch, batchOf, blankBatch, toTensors, workOf } from './input/batch.ts';
import type { Vocabulary } from './input/vocabulary.ts';
import {
  checkTextCorrection,
  readVocabulary,
  type TextCorrectionManifest,
  TextCorrectionSchema,
} from './manifest.ts';
import { packPrediction, unpackPrediction } from './pack.ts';
import { sentenceTensors } from './tensor-view.ts';
import type { SentenceInput, SentencePrediction } from './types.ts';
import { combineVotes } from './votes/combine.ts';
import { explainVotes } from './votes/explain.ts';
import { checkMemberOutput, type MemberOutput, OUTPUT, readMemberOutput } from './votes/member-output.ts';

/** Characters of a response that logs show. */
const CHARACTERS_SHOWN = 60;

export const textCorrection: PipelineDefinition = {
  name: 'text-correction',
  fields: TextCorrectionSchema,
  async open(content, directory, graphs) {
    const manifest = checkTextCorrection(content, directory);
    const wrong = graphs.flatMap(findGraphErrors);
    const vocabulary = await readVocabulary(directory, manifest).catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      wrong.push(error.message);
    });
    if (!vocabulary || wrong.length > 0) throw new ModelError(wrong.join('\n'));
    return createPipeline(manifest, vocabulary, graphs) as Pipeline;
  },
};

function createPipeline(
  { threshold, rankPenalty, maxCharacters }: TextCorrectionManifest,
  vocabulary: Vocabulary,
  graphs: readonly Graph[],
): Pipeline<SentenceInput, MemberOutput, SentencePrediction> {
  const choice = { vocabulary, threshold, rankPenalty };
  const blank = blankBatch(vocabulary);
  /** By request: decoding, its work and each vote need the batch. */
  const batches = new WeakMap<SentenceInput, Batch>();
  const batch = (request: SentenceInput): Batch => {
    const known = batches.get(request);
    if (known) return known;
    const made = batchOf(request.hypotheses, vocabulary, maxCharacters);
    batches.set(request, made);
    return made;
  };
  return {
    name: textCorrection.name,
    decode(request) {
      const tensors = toTensors(batch(request), vocabulary);
      return () => tensors;
    },
    work: (request) => workOf(batch(request), vocabulary),
    shapedLike: 'candidates',
    blank: () => () => toTensors(blank, vocabulary),
    outputsOf: () => [OUTPUT],
    read: readMemberOutput,
    check: (memberOutput, member) => checkMemberOutput(memberOutput, blank, graphs[member]!.file),
    combine: (votes, weightLeft, request) => combineVotes(votes, weightLeft, request, batch(request), choice),
    fallback: ({ hypotheses: [first = ''] }) => ({ text: first, confidence: 0, hypothesis: 0, places: [] }),
    summary: ({ text, confidence }) => ({ answer: shortened(text), confidence }),
    pack: packPrediction,
    unpack: unpackPrediction,
    explain: (votes, prediction) => explainVotes(votes, prediction, vocabulary, threshold),
    tensors: sentenceTensors,
  };
}

function shortened(text: string): string {
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…` : text;
}
