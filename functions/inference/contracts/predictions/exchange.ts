/** What this contract needs of each pipeline, and what replies have in common. */
import * as v from 'valibot';
import type { RankedLabel } from '../../pipelines/pipeline.ts';
import type { InferenceRoute, ParsedRequest } from '../contract.ts';
import { header, type JsonSchema, type Operation } from '../description/operation.ts';
import { PREDICTION_HEADER } from './client.ts';

/** How a pipeline reads requests and writes replies. */
export interface Exchange<Parsed extends ParsedRequest = ParsedRequest, Output = unknown>
  extends Pick<InferenceRoute<Parsed, Output>, 'parse' | 'reply' | 'ignoresQuery'> {
  /** Whose wire format it is, and what it takes. */
  readonly summary: string;
  /** Of the request, as far as it is JSON, and of the reply. */
  readonly schemas: { readonly PredictionRequest: v.GenericSchema; readonly Prediction: v.GenericSchema };
  describe(): Omit<Operation, 'operationId' | 'parameters'>;
  /** Command lines, one of them a line. @param url for a shell */
  example(url: string): string;
}

export const Ranking = v.pipe(
  v.record(v.string(), v.number()),
  v.description('The best labels with their probabilities, best first, at most five.'),
);

/** Written by hand: a JavaScript object would put labels that are numbers in numeric order. */
export function rankingBody(ranking: readonly RankedLabel[]): string {
  const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
  return `{${entries.join(',')}}`;
}

/** Tells the label, or the reject label, which the body cannot. */
export function labelHeader(label: string): Record<string, string> {
  return { [PREDICTION_HEADER]: encodeURIComponent(label) };
}

export function describeLabelHeader(best = ''): JsonSchema {
  const description = 'The best label, or the reject label; percent-encoded.';
  return { [PREDICTION_HEADER]: header(description, encodeURIComponent(best)) };
}
