/** Fields of a request that are the same in every year of the competition, and its reply. */
import * as v from 'valibot';
import { EXAMPLE_ID, RequestId } from '../request-id.ts';

const wholeNumber = (description: string, example: number) =>
  v.pipe(v.number(), v.integer('must be a whole number'), v.description(description), v.examples([example]));

const EsunUuid = v.pipe(
  RequestId,
  v.description(
    'Request id. A repeated id always gets its first response; the same id with other content gets 422.',
  ),
  v.examples([EXAMPLE_ID]),
);

const EsunTimestamp = wholeNumber('Time of the request, in seconds since 1970.', 1_795_255_200);

const Retry = v.optional(
  wholeNumber('Number of attempts that the caller has left. It never changes the prediction.', 2),
);

/** @param fields of what is to be predicted */
export const requestSchema = <Fields extends v.ObjectEntries>(fields: Fields) =>
  v.pipe(
    v.object({ esun_uuid: EsunUuid, esun_timestamp: EsunTimestamp, ...fields, retry: Retry }),
    v.title('Request'),
    v.description('Further fields are ignored.'),
  );

/** @param description of the prediction, in a sentence */
export function replySchema(description: string, example: string) {
  return v.pipe(
    v.object({
      esun_uuid: v.pipe(v.string(), v.description('The id of the request.'), v.examples([EXAMPLE_ID])),
      server_uuid: v.pipe(
        v.string(),
        v.regex(/^[0-9a-f]{64}$/),
        v.description('SHA-256 of captain e-mail, server timestamp and salt, in hexadecimal.'),
        v.examples(['4e8307709ad1c6ab5a2ec6ac9ce0b2b1b5d4b7fc1a2a4e9c13f06c0f9d1b2a37']),
      ),
      answer: v.pipe(v.string(), v.description(description), v.examples([example])),
      server_timestamp: wholeNumber('Time of the response, in seconds since 1970.', 1_795_255_200),
    }),
    v.title('Response'),
  );
}
