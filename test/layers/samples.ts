import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../layers/places.ts';

const directory = join(repositoryRoot, 'samples');

/** A picture with the character it shows. */
export interface Sample {
  readonly file: string;
  readonly label: string;
}

/** What `POST /explain` says of a sample, as far as these tests look at it. */
export interface SampleAnswer {
  readonly answer: string;
  readonly confidence: number;
  readonly members: readonly { readonly name: string }[];
}

/** Sends a JSON body to an address of the service and returns that of the response. */
export type Post = (path: string, body: unknown) => Promise<unknown>;

export const samples: readonly Sample[] = JSON.parse(readFileSync(join(directory, 'labels.json'), 'utf8'));

/** POSTs to a service that listens at an address. */
export function postTo(url: string): Post {
  return async (path, body) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Asks for samples one after the other: an execution environment serves one request at a time. */
export async function explainSamples(post: Post, asked: readonly Sample[]): Promise<SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  for (const { file } of asked) {
    const question = {
      esun_uuid: randomUUID(),
      esun_timestamp: Math.floor(Date.now() / 1000),
      image: readFileSync(join(directory, file)).toString('base64'),
      retry: 2,
    };
    answers.push((await post('/explain', question)) as SampleAnswer);
  }
  return answers;
}
