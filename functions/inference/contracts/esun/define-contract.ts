/** What the contracts of the competition share: one route, the envelope around requests, the signed reply. */
import { hash } from 'node:crypto';
import type * as v from 'valibot';
import { INFERENCE_PATH } from '../addresses.ts';
import { checkBody } from '../check-body.ts';
import type { Contract, ContractDefinition } from '../contract.ts';
import { requestOperation } from '../description/describe.ts';
import { contentOf, toJsonSchema } from '../description/json-schema.ts';
import { json, problemResponse, readJson } from '../http.ts';
import { openSignature } from './signature.ts';

/** With the example of the request in that file. */
const EXAMPLE = `curl -s "$ADDRESS${INFERENCE_PATH}" -H "content-type: application/json" --data-binary "@request.json"`;

/** The envelope of a request, checked. */
interface Envelope {
  readonly esun_uuid: string;
  readonly retry?: number | undefined;
}

/** What makes one year's contract. */
export interface EsunContract<Body extends Envelope, Input, Output> {
  readonly name: string;
  readonly pipelines: readonly string[];
  /** What the names of its schemas begin with. */
  readonly schemaPrefix: string;
  readonly request: v.GenericSchema<unknown, Body>;
  readonly reply: v.GenericSchema;
  /** Whose wire format it is, and what it asks. */
  readonly summary: string;
  /** What it answers, in a few words. */
  readonly answers: string;
  /**
   * What is asked.
   *
   * @returns the request, and the content that its id belongs to
   * @throws {Problem} where a schema cannot tell that it is none
   */
  read(body: Body): { readonly input: Input; readonly content: string | Uint8Array };
  answer(output: Output): string;
}

/** Makes one year's contract. */
export function defineEsunContract<Body extends Envelope, Input, Output>(
  year: EsunContract<Body, Input, Output>,
): ContractDefinition {
  const { name, pipelines } = year;
  return { name, pipelines, open: (_model, environment) => open(year, environment) as Contract };
}

function open<Body extends Envelope, Input, Output>(
  year: EsunContract<Body, Input, Output>,
  environment: NodeJS.ProcessEnv,
): Contract<Input, Output> {
  const { name, schemaPrefix, request, reply, summary, answers, read, answer } = year;
  const signature = openSignature(environment);
  const [parsed, answered] = [`${schemaPrefix}Request`, `${schemaPrefix}Response`];
  return {
    name,
    routes: [
      {
        method: 'POST',
        path: INFERENCE_PATH,
        parse(httpRequest) {
          const body = checkBody(request, readJson(httpRequest));
          const { input, content } = read(body);
          return { id: body.esun_uuid, digest: hash('sha256', content), attemptsLeft: body.retry, input };
        },
        reply: ({ parsed: { id }, output }, now) =>
          json(200, {
            esun_uuid: id,
            server_uuid: signature(now),
            answer: answer(output),
            server_timestamp: now,
          }),
      },
    ],
    problem: problemResponse,
    describe: () => ({
      summary,
      paths: {
        [INFERENCE_PATH]: {
          post: requestOperation({
            operationId: 'inference',
            summary: answers,
            takes: contentOf(parsed),
            gives: contentOf(answered),
          }),
        },
      },
      schemas: { [parsed]: toJsonSchema(request), [answered]: toJsonSchema(reply) },
      example: EXAMPLE,
    }),
  };
}
