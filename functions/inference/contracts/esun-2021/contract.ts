/** Contract `esun-2021`: single handwritten characters, as the bank's competition of 2021 asked for them. */
import { hash } from 'node:crypto';
import { jsonOperation, toJsonSchema } from '../../documentation/describe.ts';
import type { LabelAnswer, PictureQuestion } from '../../kinds/image-labels/types.ts';
import { json, problemResponse, readJson } from '../../service/http.ts';
import { Problem } from '../../service/problems.ts';
import { INFERENCE_PATH } from '../addresses.ts';
import { decodeBase64, decodedLength } from '../base64.ts';
import { checkBody } from '../check-body.ts';
import type { Contract, ContractDefinition } from '../contract.ts';
import { requirePictureSize } from '../picture-size.ts';
import { ReplySchema, RequestSchema } from './schema.ts';

/** Ingredients of `server_uuid`; a deployment has its own. */
const DEFAULT_CAPTAIN = 'captain@example.com';
const DEFAULT_SALT = 'subsecond';

const EXAMPLE = `curl -s "$ADDRESS${INFERENCE_PATH}" -H 'content-type: application/json' -d @- <<JSON
{"esun_uuid": "$(uuidgen)", "esun_timestamp": $(date +%s), "image": "$(base64 -w0 picture.jpg)", "retry": 2}
JSON`;

export const esun2021: ContractDefinition = {
  name: 'esun-2021',
  kinds: ['image-labels'],
  open(_task, environment): Contract {
    const captain = environment.CAPTAIN_EMAIL || DEFAULT_CAPTAIN;
    const salt = environment.SERVER_SALT || DEFAULT_SALT;
    const contract: Contract<PictureQuestion, LabelAnswer> = {
      name: esun2021.name,
      routes: [
        {
          method: 'POST',
          path: INFERENCE_PATH,
          parse(event) {
            const { esun_uuid: id, image, retry } = checkBody(RequestSchema, readJson(event));
            const picture = decodeImage(image);
            const digest = hash('sha256', picture);
            return { id, digest, attemptsLeft: retry, input: { picture, everyLabel: false } };
          },
          reply: ({ question, output }, now) =>
            json(200, {
              esun_uuid: question.id,
              server_uuid: hash('sha256', `${captain}${now}${salt}`),
              answer: output.label,
              server_timestamp: now,
            }),
        },
      ],
      problem: problemResponse,
      describe: () => ({
        paths: {
          [INFERENCE_PATH]: {
            post: jsonOperation('The answer to one picture', 'Esun2021Question', 'Esun2021Answer'),
          },
        },
        schemas: {
          Esun2021Question: toJsonSchema(RequestSchema),
          Esun2021Answer: toJsonSchema(ReplySchema),
        },
        example: EXAMPLE,
      }),
    };
    return contract as Contract;
  },
};

function decodeImage(text: string): Buffer<ArrayBuffer> {
  requirePictureSize(decodedLength(text));
  const bytes = decodeBase64(text);
  if (!bytes) {
    throw new Problem(
      'invalid-base64',
      'The field image must be base64 of RFC 4648, section 4: A-Z a-z 0-9 + / with padding, no line breaks, ' +
        'no data: prefix.',
    );
  }
  return bytes;
}
