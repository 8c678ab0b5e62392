/** The texts in a request, whatever they are wrapped in: the id of a request belongs to them alone. */
import { Problem } from '../../../problems/problems.ts';
import { checkBody } from '../../check-body.ts';
import { type HttpRequest, readJson } from '../../http.ts';
import { type TextRequest, TextRequestSchema } from './schemas.ts';

export interface SentTexts {
  readonly texts: readonly string[];
  /** Whether it was one text, so that the reply is no list either. */
  readonly isOne: boolean;
}

const PLAIN = /^(text\/plain|application\/octet-stream)$/;
const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

/** @throws {Problem} when the request has no texts */
export function readTexts(request: HttpRequest): SentTexts {
  const mediaType = request.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || PLAIN.test(mediaType)) return { texts: [plainText(request)], isOne: true };
  if (!JSON_TYPE.test(mediaType)) {
    throw new Problem(
      'media-type',
      'The body must be the text itself (content-type: text/plain), or {"text": "…"} or {"texts": ["…"]} ' +
        '(application/json).',
    );
  }
  const body: TextRequest = checkBody(TextRequestSchema, readJson(request));
  if (body.text !== undefined && body.texts === undefined) return { texts: [body.text], isOne: true };
  if (body.texts !== undefined && body.text === undefined) return { texts: body.texts, isOne: false };
  throw new Problem(
    'invalid-request',
    'The JSON must have either "text", a text, or "texts", a list of them.',
    {
      errors: [{ pointer: '/text', detail: 'must be there, or /texts, and not both' }],
    },
  );
}

function plainText({ body }: HttpRequest): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem('invalid-request', 'The text must be in UTF-8.');
  }
}
