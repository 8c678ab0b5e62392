/** Who answers the samples of a task of the kind `text-correction`: its members in this process, or a service over HTTP. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { Vote } from '../../functions/inference/pipelines/kind.ts';
import type { SentenceAnswer } from '../../functions/inference/pipelines/text-correction/types.ts';
import type { FoundTask } from '../../tasks/find-task.ts';
import { loadLocalTask } from '../../tasks/local-questions.ts';
import type { AskService } from '../service.ts';

/** The name of what a caller gets, among judges. */
export const AS_ANSWERED = 'as answered';

/** What one sample was answered with. */
export interface Answers {
  /** By judge: each member as if it were alone, and what a caller gets. */
  readonly sentences: ReadonlyMap<string, string>;
  readonly milliseconds: ReadonlyMap<string, number>;
  /** Members that a service asks before the answer is certain; undefined where it does not say. */
  readonly asked: number | undefined;
  /** Of what a caller gets, 0 to 1; left out where no member was asked, and by a service, which does not say. */
  readonly confidence?: number;
}

export interface Judge {
  answer(sample: Sample): Promise<Answers>;
}

/** The task's own members, through the service's own decoder and `predict`. */
export async function memberJudge(task: FoundTask, threads: number): Promise<Judge> {
  const { ensemble, inputOf } = await loadLocalTask(task, threads);
  const { kind, memberNames } = ensemble;
  return {
    async answer(sample) {
      const question = inputOf(sample);
      const started = performance.now();
      const feeds = await kind.decode(question);
      const decoding = performance.now() - started;
      const { output, votes, decidedAfter } = await ensemble.predict(question, feeds, { everyMember: true });
      const { text, confidence } = output as SentenceAnswer;
      const alone = (vote: Vote<unknown>) =>
        (kind.combine([vote], 0, question).output as SentenceAnswer).text;
      const asked = decidedAfter ?? votes.length;
      const needed = votes.slice(0, asked).reduce((sum, { milliseconds }) => sum + milliseconds, decoding);
      return {
        // Where members have nothing to say, none is asked, and each would leave the sentence as it is.
        sentences: new Map([
          ...memberNames.map((name): [string, string] => [name, text]),
          ...votes.map((vote): [string, string] => [vote.name, alone(vote)]),
          [AS_ANSWERED, text],
        ]),
        milliseconds: new Map([
          ...votes.map(({ name, milliseconds }): [string, number] => [name, milliseconds]),
          [AS_ANSWERED, needed],
        ]),
        asked,
        ...(votes.length > 0 && { confidence }),
      };
    },
  };
}

/** A running service. @param ask puts one sample to it */
export function serviceJudge(ask: AskService): Judge {
  return {
    async answer(sample) {
      const { answer, asked, milliseconds } = await ask(sample);
      return {
        sentences: new Map([[AS_ANSWERED, answer]]),
        milliseconds: new Map([[AS_ANSWERED, milliseconds]]),
        asked,
      };
    },
  };
}
