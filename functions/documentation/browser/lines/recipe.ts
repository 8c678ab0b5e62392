/** How a program makes the body of a request, whatever its language. */
import type { ContractRequest } from '../../../inference/contracts/client.ts';
import { PREDICTION_HEADER } from '../../../inference/contracts/predictions/client.ts';
import type { RequestDraft } from '../source.ts';

/** A value of a field: JSON, or what the program makes. */
export type Value = { readonly json: unknown } | { readonly made: 'id' | 'seconds' | 'picture in base64' };

export type Recipe =
  /** The picture itself. */
  | { readonly form: 'picture' }
  /** JSON with these fields, in this order. */
  | { readonly form: 'fields'; readonly fields: Readonly<Record<string, Value>> }
  /** JSON as it stands here. */
  | { readonly form: 'text'; readonly text: string }
  /** JSON, and behind it the picture with its length before it. */
  | { readonly form: 'binary'; readonly input: string; readonly output: string };

/** A request as programs send it. */
export interface Written {
  /** The whole address. */
  readonly url: string;
  /** Name of the picture's file; empty where there is none. */
  readonly file: string;
  readonly mediaType: string;
  readonly recipe: Recipe;
  /** Header with the response, percent-encoded, which may be one that the body cannot say. */
  readonly predictionHeader: string | undefined;
}

/**
 * What is the same in every language.
 *
 * @param url where the request goes
 * @param input name of the input that takes a picture
 */
export function writtenFor(
  { client: { contract }, source }: RequestDraft,
  { headers, body }: ContractRequest,
  url: string,
  input: string,
): Written {
  return {
    url,
    file: source.file,
    mediaType: headers['content-type'] ?? 'application/octet-stream',
    recipe: recipeOf(contract, source, body, input),
    predictionHeader: contract === 'predictions' ? PREDICTION_HEADER : undefined,
  };
}

function recipeOf(
  contract: string,
  { kind }: RequestDraft['source'],
  body: string | Uint8Array,
  input: string,
): Recipe {
  if (typeof body !== 'string') {
    return contract === 'predictions' ? { form: 'picture' } : { form: 'binary', input, output: 'label' };
  }
  const fields = JSON.parse(body);
  if (!('esun_uuid' in fields)) return { form: 'text', text: body };
  const values = Object.entries(fields).map(([name, json]): [string, Value] => {
    if (name === 'esun_uuid') return [name, { made: 'id' }];
    if (name === 'esun_timestamp') return [name, { made: 'seconds' }];
    if (name === 'image' && kind === 'picture') return [name, { made: 'picture in base64' }];
    return [name, { json }];
  });
  return { form: 'fields', fields: Object.fromEntries(values) };
}
