/** What the contracts of the competition share: one route, the envelope around requests, the signed reply. */
import { hash } from 'node:crypto';
import type * as v from 'valibot';
import { INFERENCE_PATH } from '../addresses.ts';
import { checkBody } from '../check-body.ts';
import type { Contract, ContractDefinition, ParsedRequest } from '../contract.ts';
import { jsonBody } from '../description/operation.ts';
import { json, problemResponse, readJson } from '../http.ts';

/** With the example of the request in that file. */
const EXAMPLE = `curl -s "$ADDRESS${INFERENCE_PATH}" -H "content-type: application/json" --data-binary "@request.json"`;

/** The envelope of a request, checked. */
interface Envelope {
  readonly esun_uuid: string;
  readonly retry?: number | undefined;
}

interface EsunContract<Body extends Envelope, Input, Output> {
  readonly name: string;
  readonly pipelines: readonly string[];
  readonly request: v.GenericSchema<unknown, Body>;
  readonly reply: v.GenericSchema;
  /** Whose wire format it is, and what it takes. */
  readonly summary: string;
  readonly replies: string;
  /**
   * Reads the body of a request.
   *
   * @param most bytes of a picture, as for `requirePictureSize`
   * @returns the request, and the content that its id belongs to
   * @throws {Problem} where a schema cannot tell that it is none
   */
  read(
    body: Body,
    most: number | undefined,
  ): { readonly input: Input; readonly content: string | Uint8Array };
  prediction(output: Output): string;
}

export function defineEsunContract<Body extends Envelope, Input, Output>(
  year: EsunContract<Body, Input, Output>,
): ContractDefinition {
  const { name, pipelines, request, reply, summary, replies, read, prediction } = year;
  const schemaPrefix = name.replace('esun-', 'Esun');
  const open = (signature: (now: number) => string): Contract<ParsedRequest<Input>, Output> => ({
    name,
    summary,
    routes: [
      {
        method: 'POST',
        path: INFERENCE_PATH,
        ignoresQuery: true,
        parse(httpRequest) {
          const body = checkBody(request, readJson(httpRequest));
          const { input, content } = read(body, httpRequest.maxBodyBytes);
          const digest = () => hash('sha256', content);
          return { id: body.esun_uuid, digest, attemptsLeft: body.retry, input };
        },
        reply: ({ parsed: { id }, output }, now) =>
          json(200, {
            esun_uuid: id,
            server_uuid: signature(now),
            answer: prediction(output),
            server_timestamp: now,
          }),
        describe: () => ({
          operationId: 'inference',
          summary: replies,
          takes: jsonBody(request),
          gives: jsonBody(reply),
        }),
      },
    ],
    problem: problemResponse,
    schemas: { [`${schemaPrefix}Request`]: request, [`${schemaPrefix}Response`]: reply },
    example: () => EXAMPLE,
  });
  return { name, pipelines, open: (_, environment) => open(openSignature(environment)) };
}

/** Where the ingredients are, among the function's environment variables. */
export const SIGNATURE_VARIABLES = { captain: 'CAPTAIN_EMAIL', salt: 'SERVER_SALT' } as const;

/** Ingredients of `server_uuid`; a deployment has its own. */
const DEFAULT_CAPTAIN = 'captain@example.com';
const DEFAULT_SALT = 'subsecond';

/** Makes `server_uuid` of a moment. @param environment where a deployment's own ingredients are */
function openSignature(environment: NodeJS.ProcessEnv): (now: number) => string {
  const captain = environment[SIGNATURE_VARIABLES.captain] || DEFAULT_CAPTAIN;
  const salt = environment[SIGNATURE_VARIABLES.salt] || DEFAULT_SALT;
  return (now) => hash('sha256', `${captain}${now}${salt}`);
}
