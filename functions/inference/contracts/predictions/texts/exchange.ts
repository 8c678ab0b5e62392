/** Texts and what is said of them, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import type { TextEmbeddings } from '../../../pipelines/feature-extraction/types.ts';
import type { TextQuestion } from '../../../pipelines/text/types.ts';
import { bestOf, labelsOf } from '../../../pipelines/text-classification/ranking.ts';
import type { TextClassification } from '../../../pipelines/text-classification/types.ts';
import type { Question, TaskInfo } from '../../contract.ts';
import { type HttpRequest, json } from '../../http.ts';
import { cachedUnder } from '../../idempotency-key.ts';
import { truncatedHeader } from '../../truncated-header.ts';
import type { Exchange } from '../exchange.ts';
import { ANSWER_HEADER } from '../headers.ts';
import { rankingBody } from '../ranking-body.ts';
import { describeTexts } from './description.ts';
import { readTexts } from './read-texts.ts';

const LABELS_SAID = 5;

/** A question, and whether its reply is no list. */
interface SentQuestion extends Question<TextQuestion> {
  readonly isOne: boolean;
}

function questionOf(request: HttpRequest): SentQuestion {
  const { texts, isOne } = readTexts(request);
  const cached = cachedUnder(request, () => hash('sha256', JSON.stringify(texts)));
  return { ...cached, attemptsLeft: undefined, input: { texts }, isOne };
}

/** Of a classifier: the best labels of each text. */
export function textLabels(task: TaskInfo): Exchange<TextQuestion, TextClassification> {
  const labels = task.labels?.labels ?? [];
  return {
    parse: questionOf,
    reply({ question, output }) {
      const { probabilities } = output;
      const bodies = probabilities.map((scores) => rankingBody(labelsOf(scores, labels, LABELS_SAID)));
      const { isOne } = question as SentQuestion;
      const answer = isOne && {
        [ANSWER_HEADER]: encodeURIComponent(bestOf(probabilities[0] ?? [], labels).label),
      };
      return {
        ...json(200, undefined, { ...answer, ...truncatedHeader(output) }),
        body: isOne ? (bodies[0] ?? '{}') : `[${bodies.join(',')}]`,
      };
    },
    describe: () => describeTexts(task),
  };
}

/** Of a model of embeddings: the embedding of each text. */
export function textEmbeddings(task: TaskInfo): Exchange<TextQuestion, TextEmbeddings> {
  return {
    parse: questionOf,
    reply({ question, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      const { isOne } = question as SentQuestion;
      return json(200, isOne ? lists[0] : lists, truncatedHeader(output));
    },
    describe: () => describeTexts(task),
  };
}
