/** Who answers the pictures: the ensemble in this process, or a service over HTTP. */
import { randomUUID } from 'node:crypto';
import { loadEnsemble } from '../../functions/inference/ensemble/ensemble.ts';
import { decodePixels } from '../../functions/inference/image.ts';

/** What one picture was answered with, by judge; `answered` is what a caller gets. */
export interface Answers {
  readonly answered: string;
  /** Best label of each member and of the ensemble's mean, before the reject threshold. */
  readonly best: ReadonlyMap<string, string>;
  /** Time of each member's inference. */
  readonly milliseconds: ReadonlyMap<string, number>;
  /** Members that a service asks before the answer is certain. */
  readonly asked: number;
}

export interface Judge {
  readonly labels: ReadonlySet<string>;
  readonly rejectAnswer: string;
  answer(picture: Buffer): Promise<Answers>;
}

/** The committed ensemble through the service's own decoder and `predict`. */
export async function ensembleJudge(directory: string, threads: number): Promise<Judge> {
  const ensemble = await loadEnsemble(directory, { threads });
  const best = (probabilities: Float32Array) => {
    let index = 0;
    for (let label = 1; label < probabilities.length; label++) {
      if ((probabilities[label] ?? 0) > (probabilities[index] ?? 0)) index = label;
    }
    return ensemble.labels[index] ?? '';
  };
  return {
    labels: new Set(ensemble.labels),
    rejectAnswer: ensemble.rejectAnswer,
    async answer(picture) {
      const pixels = await decodePixels(picture, ensemble.grid);
      const { answer, mean, votes, decidedAfter } = await ensemble.predict(pixels, { everyMember: true });
      const judges: [string, string][] = votes.map(({ name, probabilities }) => [name, best(probabilities)]);
      return {
        answered: answer,
        best: new Map([...judges, ['ensemble', best(mean)]]),
        milliseconds: new Map(votes.map(({ name, milliseconds }) => [name, milliseconds])),
        asked: decidedAfter ?? votes.length,
      };
    },
  };
}

/** A running service, asked as the organiser asks it, at an address that may have a path of its own. */
export function serviceJudge(url: string, labels: ReadonlySet<string>, rejectAnswer: string): Judge {
  const address = `${url.replace(/\/+$/, '')}/inference`;
  return {
    labels,
    rejectAnswer,
    async answer(picture) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          esun_uuid: randomUUID(),
          esun_timestamp: Math.floor(Date.now() / 1000),
          image: picture.toString('base64'),
          retry: 0,
        }),
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      const { answer } = (await response.json()) as { answer: string };
      const asked = Number.parseInt(response.headers.get('x-subsecond-members') ?? '0', 10);
      return { answered: answer, best: new Map(), milliseconds: new Map(), asked };
    },
  };
}
