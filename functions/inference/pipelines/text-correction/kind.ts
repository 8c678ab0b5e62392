/** Kind `text-correction`: what a speech recogniser heard in, the sentence that was most probably said out. */
import { ModelError } from '../../model/model-error.ts';
import type { Graph, Kind, KindDefinition } from '../kind.ts';
import { findGraphErrors } from './graph.ts';
import {
  checkTextCorrection,
  readVocabulary,
  type TextCorrectionManifest,
  TextCorrectionSchema,
} from './manifest.ts';
import { packAnswer, unpackAnswer } from './pack.ts';
import { type Batch, batchOf, blankBatch, workOf } from './question/batch.ts';
import { toTensors } from './question/to-tensors.ts';
import type { Vocabulary } from './question/vocabulary.ts';
import { sentenceTensors } from './tensor-view.ts';
import type { SentenceAnswer, SentenceQuestion } from './types.ts';
import { type Ballot, checkBallot, OUTPUT, readBallot } from './votes/ballot.ts';
import { combineVotes } from './votes/combine.ts';
import { explainVotes } from './votes/explain.ts';

/** Characters of an answer that logs show. */
const CHARACTERS_SHOWN = 60;

export const textCorrection: KindDefinition = {
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
    return createKind(manifest, vocabulary, graphs) as Kind;
  },
};

function createKind(
  { threshold, rankPenalty, maxCharacters }: TextCorrectionManifest,
  vocabulary: Vocabulary,
  graphs: readonly Graph[],
): Kind<SentenceQuestion, Ballot, SentenceAnswer> {
  const choice = { vocabulary, threshold, rankPenalty };
  const blank = blankBatch(vocabulary);
  /** A question is looked at when it is decoded, when its work is asked for, and after each vote. */
  const batches = new WeakMap<SentenceQuestion, Batch>();
  const batch = (question: SentenceQuestion): Batch => {
    const known = batches.get(question);
    if (known) return known;
    const made = batchOf(question.hypotheses, vocabulary, maxCharacters);
    batches.set(question, made);
    return made;
  };
  return {
    name: textCorrection.name,
    decode(question) {
      const tensors = toTensors(batch(question), vocabulary);
      return () => tensors;
    },
    work: (question) => workOf(batch(question), vocabulary),
    shapedLike: 'candidates',
    blank: () => () => toTensors(blank, vocabulary),
    outputsOf: () => [OUTPUT],
    read: readBallot,
    check: (ballot, member) => checkBallot(ballot, blank, graphs[member]!.file),
    combine: (votes, weightLeft, question) =>
      combineVotes(votes, weightLeft, question, batch(question), choice),
    fallback: ({ hypotheses: [first = ''] }) => ({ text: first, confidence: 0, hypothesis: 0, places: [] }),
    summary: ({ text, confidence }) => ({ answer: shortened(text), confidence }),
    pack: packAnswer,
    unpack: unpackAnswer,
    explain: (votes, answer) => explainVotes(votes, answer, vocabulary, threshold),
    tensors: sentenceTensors,
  };
}

function shortened(text: string): string {
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN).toWellFormed()}…` : text;
}
