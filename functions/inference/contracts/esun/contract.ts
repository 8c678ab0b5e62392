/** Common parts of `esun-2021` and `esun-2022`: the route, the fields around the input (envelope), and the signed reply. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { INFERENCE_PATH } from '../addresses.ts';
import type { Contract, ContractDefinition, ParsedRequest } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { json, readJson } from '../http.ts';
import { checkBody } from '../request/check-body.ts';
import { EXAMPLE_ID, RequestId } from '../request/request-id.ts';

const EXAMPLE_REQUEST = { esun_uuid: EXAMPLE_ID, esun_timestamp: 1_795_255_200, retry: 2 };
const EXAMPLE_REPLY = {
  esun_uuid: EXAMPLE_ID,
  server_uuid: '4e8307709ad1c6ab5a2ec6ac9ce0b2b1b5d4b7fc1a2a4e9c13f06c0f9d1b2a37',
  server_timestamp: 1_795_255_200,
};

interface EsunContract<Fields extends v.ObjectEntries, Input, Output> {
  readonly name: string;
  readonly pipeline: string;
  readonly summary: string;
  /** Fields of a request besides the envelope, and an example of them. */
  readonly fields: Fields;
  readonly example: Readonly<Record<string, unknown>>;
  readonly replies: string;
  /** Description of the prediction in a reply, and an example. */
  readonly answer: readonly [description: string, example: string];
  /**
   * Reads the body of a request.
   * @returns the pipeline's input, and the content to which the request's id belongs
   * @throws {Problem} for mistakes that no schema can express
   */
  read(body: v.InferOutput<v.ObjectSchema<Fields, undefined>>): {
    readonly input: Input;
    readonly content: string | Uint8Array;
  };
  prediction(output: Output): string;
}

export function defineEsunContract<Fields extends v.ObjectEntries, Input, Output>(
  year: EsunContract<Fields, Input, Output>,
): ContractDefinition {
  const { name, pipeline, summary, replies, read, prediction } = year;
  const request = v.pipe(
    v.object({ ...ENVELOPE, ...year.fields }),
    v.title('Request'),
    v.description('Further fields are ignored.'),
  );
  const [description, answer] = year.answer;
  const reply = replySchema(description);
  const schemaPrefix = name.replace('esun-', 'Esun');
  return {
    name,
    pipelines: [pipeline],
    open(_, environment): Contract<ParsedRequest<Input>, Output> {
      const captain = environment[SIGNATURE_VARIABLES.captain] || DEFAULT_CAPTAIN;
      const salt = environment[SIGNATURE_VARIABLES.salt] || DEFAULT_SALT;
      return {
        name,
        summary,
        routes: [
          {
            method: 'POST',
            path: INFERENCE_PATH,
            ignoresQuery: true,
            parse(httpRequest) {
              const body = checkBody(request, readJson(httpRequest));
              const { esun_uuid: id, retry: attemptsLeft } = body as Envelope;
              const { input, content } = read(body as never);
              return { id, digest: () => hash('sha256', content), attemptsLeft, input };
            },
            reply: ({ parsed: { id }, output }, now) =>
              json(200, {
                esun_uuid: id,
                server_uuid: hash('sha256', `${captain}${now}${salt}`),
                answer: prediction(output),
                server_timestamp: now,
              }),
            describe: () => ({
              operationId: 'inference',
              summary: replies,
              takes: jsonBody(request, { ...EXAMPLE_REQUEST, ...year.example }),
              gives: jsonBody(reply, { ...EXAMPLE_REPLY, answer }),
            }),
          },
        ],
        schemas: { [`${schemaPrefix}Request`]: request, [`${schemaPrefix}Response`]: reply },
      };
    },
  };
}

const wholeNumber = (description: string) => v.pipe(v.number(), v.integer(), v.description(description));

const ENVELOPE = {
  esun_uuid: v.pipe(
    RequestId,
    v.description(
      'Request id. A repeat gets the first response while it is cached; the id with other content gets 422.',
    ),
  ),
  esun_timestamp: wholeNumber('Time of the request, in seconds since 1970.'),
  retry: v.optional(
    wholeNumber('Number of attempts that the caller has left. It never changes the prediction.'),
  ),
};

type Envelope = v.InferOutput<v.ObjectSchema<typeof ENVELOPE, undefined>>;

const replySchema = (description: string) =>
  v.pipe(
    v.object({
      esun_uuid: v.pipe(v.string(), v.description('The id of the request.')),
      server_uuid: v.pipe(
        v.string(),
        v.regex(/^[0-9a-f]{64}$/),
        v.description('SHA-256 of captain e-mail, server timestamp and salt, in hexadecimal.'),
      ),
      answer: v.pipe(v.string(), v.description(description)),
      server_timestamp: wholeNumber('Time of the response, in seconds since 1970.'),
    }),
    v.title('Response'),
  );

/** Environment variables with the captain's e-mail address and the salt, which are hashed into `server_uuid`. */
export const SIGNATURE_VARIABLES = { captain: 'CAPTAIN_EMAIL', salt: 'SERVER_SALT' } as const;

const DEFAULT_CAPTAIN = 'captain@example.com';
const DEFAULT_SALT = 'subsecond';
