/** The interface between the contract `predictions` and each pipeline, and common parts of replies. */
import * as v from 'valibot';
import { strictFields } from '../../model/manifest.ts';
import type { RankedLabel } from '../../pipelines/pipeline.ts';
import type { InferenceRoute, ParsedRequest } from '../contract.ts';
import { header, type JsonSchema, type Operation } from '../description/operation.ts';
import { type Headers, type HttpResponse, uncached } from '../http.ts';
import { PREDICTION_HEADER } from './client.ts';

/** How a pipeline reads requests and writes replies. */
export interface PredictionFormat<Parsed extends ParsedRequest = ParsedRequest, Output = unknown>
  extends Pick<InferenceRoute<Parsed, Output>, 'parse' | 'reply'> {
  /** The inputs that the pipeline takes, for the contract's summary. */
  readonly summary: string;
  /** Schemas of a request in JSON, and of the reply. */
  readonly schemas: { readonly PredictionRequest: v.GenericSchema; readonly Prediction: v.GenericSchema };
  readonly operation: Omit<Operation, 'operationId' | 'parameters'>;
}

/** The parts of a format's description that differ between pipelines with the same inputs. */
export interface FormatDescription {
  readonly summary: string;
  /** An example of the prediction. */
  readonly example: unknown;
  /** Descriptions of the response headers, by the names of the headers. */
  readonly headers?: JsonSchema;
}

/** A request. If `isOne`, its reply is one result, else a list. */
export interface SentRequest<Input = unknown> extends ParsedRequest<Input> {
  readonly isOne: boolean;
}

/**
 * The JSON of a request, which has either the field `one` or the field `several`.
 * @param one name of the field with one input
 * @param several name of the field with several inputs
 * @param beside name of a field that may stand only beside `one`
 */
export function requestSchema<Entries extends v.ObjectEntries>(
  entries: Entries,
  one: string,
  several: string,
  beside = one,
) {
  const has = (body: object, field: string) => (body as Record<string, unknown>)[field] !== undefined;
  return v.pipe(
    strictFields(entries),
    v.check((body) => has(body, one) !== has(body, several), `must have either "${one}" or "${several}"`),
    v.check((body) => has(body, one) || !has(body, beside), `may have "${beside}" only beside "${one}"`),
    v.title('Request'),
    v.description(`Either \`${one}\` or \`${several}\`.`),
  );
}

export const Ranking = v.pipe(
  v.record(v.string(), v.number()),
  v.description('The best labels with their probabilities, best first, at most five.'),
);

export const oneOrSeveral = (schema: v.GenericSchema) =>
  v.pipe(v.union([schema, v.array(schema)]), v.title('Prediction'));

export const Vectors = oneOrSeveral(v.pipe(v.array(v.number()), v.description('An embedding.')));

/** Writes the JSON by hand, because a JavaScript object would sort labels that are numbers. */
export function rankingsReply(
  isOne: boolean,
  rankings: readonly (readonly RankedLabel[])[],
  headers: Headers,
): HttpResponse {
  const bodies = rankings.map((ranking) => {
    const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
    return `{${entries.join(',')}}`;
  });
  return uncached(200, isOne ? bodies[0]! : `[${bodies.join(',')}]`, headers);
}

export function labelHeader(...labels: readonly string[]): Record<string, string> {
  return { [PREDICTION_HEADER]: labels.map(encodeURIComponent).join() };
}

export function describeLabelHeader(best = ''): JsonSchema {
  const description =
    'The best label of each picture or of a single text, or the reject label, which the body cannot express; percent-encoded, separated by commas.';
  return { [PREDICTION_HEADER]: header(description, encodeURIComponent(best)) };
}
