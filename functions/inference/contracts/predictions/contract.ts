/** Contract `predictions`: the picture itself as body, as TorchServe and Multi Model Server take it. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { answerHeaders, problemResponses, toJsonSchema } from '../../documentation/describe.ts';
import type { LabelAnswer, PictureQuestion } from '../../kinds/image-labels/types.ts';
import { json, problemResponse, readBytes } from '../../service/http.ts';
import { Problem } from '../../service/problems.ts';
import { predictionsPath } from '../addresses.ts';
import { checkBody } from '../check-body.ts';
import type { Contract, ContractDefinition } from '../contract.ts';
import { requirePictureSize } from '../picture-size.ts';
import { RequestId } from '../request-id.ts';

/** Header with the caller's request id; without one, nothing is remembered. */
const ID_HEADER = 'x-request-id';

/** Header with the answer, percent-encoded: the best label, or the reject answer, which the body cannot say. */
export const ANSWER_HEADER = 'x-subsecond-answer';

const MEDIA_TYPES = ['image/jpeg', 'image/png', 'application/octet-stream'];

const ReplySchema = v.pipe(
  v.record(v.string(), v.number()),
  v.title('Prediction'),
  v.description('The best labels with their probabilities, best first, at most five.'),
);
const PingSchema = v.object({ status: v.picklist(['Healthy']) });

export const predictions: ContractDefinition = {
  name: 'predictions',
  kinds: ['image-labels'],
  open({ name }): Contract {
    const path = predictionsPath(name);
    const contract: Contract<PictureQuestion, LabelAnswer> = {
      name: predictions.name,
      routes: [
        {
          method: 'POST',
          path,
          parse(event) {
            requireMediaType(event.headers?.['content-type']);
            const picture = readBytes(event);
            requirePictureSize(picture.length);
            const header = event.headers?.[ID_HEADER];
            const id = header === undefined ? undefined : checkBody(RequestId, header);
            const digest = id === undefined ? undefined : hash('sha256', picture);
            return { id, digest, attemptsLeft: undefined, input: { picture, everyLabel: false } };
          },
          reply: ({ output }) => ({
            ...json(200, undefined, { [ANSWER_HEADER]: encodeURIComponent(output.label) }),
            body: bodyOf(output.ranking),
          }),
        },
        { method: 'GET', path: '/ping', respond: () => json(200, { status: 'Healthy' }) },
      ],
      problem: problemResponse,
      describe: () => ({
        paths: { [path]: { post: operation() }, '/ping': { get: ping() } },
        schemas: { Prediction: toJsonSchema(ReplySchema), Ping: toJsonSchema(PingSchema) },
        example: `curl -s "$ADDRESS${path}" -H 'content-type: image/jpeg' --data-binary @picture.jpg`,
      }),
    };
    return contract as Contract;
  },
};

/** Written by hand: a JavaScript object would put labels that are numbers in numeric order. */
function bodyOf(ranking: LabelAnswer['ranking']): string {
  const entries = ranking.map(({ label, probability }) => `${JSON.stringify(label)}:${probability}`);
  return `{${entries.join(',')}}`;
}

/** A picture is known by its bytes; a body that is declared to be something else is a mistake. */
function requireMediaType(header: string | undefined): void {
  const mediaType = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined || MEDIA_TYPES.includes(mediaType)) return;
  throw new Problem('media-type', `The body must be a picture, of media type ${MEDIA_TYPES.join(', ')}.`);
}

function operation(): Record<string, unknown> {
  const picture = { schema: { type: 'string', contentMediaType: 'image/jpeg' } };
  return {
    summary: 'The best labels of one picture',
    parameters: [
      {
        name: ID_HEADER,
        in: 'header',
        description: 'Request id: the same id is always answered alike. Without one, nothing is remembered.',
        schema: { type: 'string', minLength: 1, maxLength: 128 },
      },
    ],
    requestBody: { required: true, content: { 'image/jpeg': picture, 'image/png': picture } },
    responses: {
      200: {
        description: 'Answered',
        headers: {
          ...answerHeaders(),
          [ANSWER_HEADER]: {
            description: 'The best label, or the reject answer; percent-encoded.',
            schema: { type: 'string' },
          },
        },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Prediction' } } },
      },
      ...problemResponses(),
    },
  };
}

function ping(): Record<string, unknown> {
  return {
    summary: 'Healthy when every model is',
    responses: {
      200: {
        description: 'Healthy',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Ping' } } },
      },
    },
  };
}
