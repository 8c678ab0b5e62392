/** Texts and what is said of them, as this contract takes and gives them. */
import { hash } from 'node:crypto';
import type { TextEmbeddings } from '../../../pipelines/feature-extraction/types.ts';
import type { TextInput } from '../../../pipelines/text/types.ts';
import { bestOf, labelsOf } from '../../../pipelines/text-classification/ranking.ts';
import type { TextClassification } from '../../../pipelines/text-classification/types.ts';
import type { ModelInfo, ParsedRequest } from '../../contract.ts';
import { type HttpRequest, json } from '../../http.ts';
import { cachedUnder } from '../../idempotency-key.ts';
import { truncatedHeader } from '../../truncated-header.ts';
import type { Exchange } from '../exchange.ts';
import { PREDICTION_HEADER } from '../headers.ts';
import { rankingBody } from '../ranking-body.ts';
import { describeTexts } from './description.ts';
import { readTexts } from './read-texts.ts';

const LABELS_SAID = 5;

/** A request, and whether its reply is no list. */
interface SentRequest extends ParsedRequest<TextInput> {
  readonly isOne: boolean;
}

function requestOf(request: HttpRequest): SentRequest {
  const { texts, isOne } = readTexts(request);
  const cached = cachedUnder(request, () => hash('sha256', JSON.stringify(texts)));
  return { ...cached, attemptsLeft: undefined, input: { texts }, isOne };
}

/** Of a classifier: the best labels of each text. */
export function textLabels(model: ModelInfo): Exchange<TextInput, TextClassification> {
  const labels = model.labels?.labels ?? [];
  return {
    parse: requestOf,
    reply({ parsed, output }) {
      const { probabilities } = output;
      const bodies = probabilities.map((scores) => rankingBody(labelsOf(scores, labels, LABELS_SAID)));
      const { isOne } = parsed as SentRequest;
      const best = isOne && {
        [PREDICTION_HEADER]: encodeURIComponent(bestOf(probabilities[0] ?? [], labels).label),
      };
      return {
        ...json(200, undefined, { ...best, ...truncatedHeader(output) }),
        body: isOne ? (bodies[0] ?? '{}') : `[${bodies.join(',')}]`,
      };
    },
    describe: () => describeTexts(model),
  };
}

/** Of a model of embeddings: the embedding of each text. */
export function textEmbeddings(model: ModelInfo): Exchange<TextInput, TextEmbeddings> {
  return {
    parse: requestOf,
    reply({ parsed, output }) {
      const lists = output.embeddings.map((embedding) => [...embedding]);
      const { isOne } = parsed as SentRequest;
      return json(200, isOne ? lists[0] : lists, truncatedHeader(output));
    },
    describe: () => describeTexts(model),
  };
}
