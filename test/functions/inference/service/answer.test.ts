import { describe, expect, it } from 'vitest';
import { ResultCache } from '../../../../functions/inference/cache/result-cache.ts';
import type { Question, TaskInfo } from '../../../../functions/inference/contracts/contract.ts';
import type { Kind } from '../../../../functions/inference/kinds/kind.ts';
import type { Ensemble } from '../../../../functions/inference/members/ensemble.ts';
import type { Prediction } from '../../../../functions/inference/members/prediction.ts';
import { answerQuestion } from '../../../../functions/inference/service/answer.ts';
import { Budget } from '../../../../functions/inference/service/budget.ts';
import { RequestRecord } from '../../../../functions/inference/telemetry/request-record.ts';
import { event } from '../../support/events.ts';
import { MemoryTable } from '../../support/memory-table.ts';

/** A kind whose answers are texts. */
const kind = {
  decode: () => () => ({}),
  pack: (output: string) => output,
  unpack: (text: string) => text,
  summary: (answer: string) => ({ answer }),
} as unknown as Kind;

/** A service whose members say what they are told to, one question after the other. */
function serviceThatPredicts(...predictions: Pick<Prediction, 'output' | 'lacking'>[]) {
  const table = new MemoryTable();
  const cache = new ResultCache(table, {
    task: 'texts',
    version: '1',
    ttlDays: 1,
    allowanceMilliseconds: 1000,
  });
  const ensemble = {
    kind,
    predict: async () => ({ votes: [], decidedAfter: undefined, ...predictions.shift() }),
  } as unknown as Ensemble;
  const services = { info: { version: '1' } as TaskInfo, ensemble, cache };
  const budget = new Budget({ budgetMilliseconds: 1000, networkMarginMilliseconds: 0 }, Date.now());
  return {
    table,
    async ask(question: Partial<Question>) {
      const record = new RequestRecord('invocation', false);
      const parse = () => ({ id: 'a', digest: 'd', attemptsLeft: undefined, input: 'text', ...question });
      const terms = { budget, everyMember: false };
      const { output } = await answerQuestion(event('POST', '/'), { parse }, services, terms, record);
      return { output, record };
    },
  };
}
const whole = (output: string) => ({ output, lacking: undefined });

describe('the way of one question', () => {
  it('ends with an answer that is remembered', async () => {
    const service = serviceThatPredicts(whole('first'), whole('second'));

    const answers = [await service.ask({}), await service.ask({})];

    expect(answers.map(({ output }) => output)).toEqual(['first', 'first']);
    expect(service.table.items.get('texts#a')?.answer).toBe('first');
  });

  it.each(['some members', 'every member'] as const)(
    'does not remember an answer that lacks %s, and lets a repeat do better',
    async (lacking) => {
      const service = serviceThatPredicts({ output: 'poor', lacking }, whole('good'), whole('other'));

      const poor = await service.ask({});
      const stored = service.table.items.size;
      const repeats = [await service.ask({}), await service.ask({})];

      expect(poor).toMatchObject({ output: 'poor', record: { visit: { outcome: 'miss' } } });
      expect(stored).toBe(0);
      expect(repeats.map(({ output }) => output)).toEqual(['good', 'good']);
    },
  );

  it('answers alike while no repeat does better', async () => {
    const lacking = 'some members' as const;
    const service = serviceThatPredicts({ output: 'poor', lacking }, { output: 'poorer', lacking });

    expect([(await service.ask({})).output, (await service.ask({})).output]).toEqual(['poor', 'poor']);
  });

  it('remembers nothing of a question without an id', async () => {
    const service = serviceThatPredicts(whole('first'), whole('second'));

    const answers = [await service.ask({ id: undefined }), await service.ask({ id: undefined })];

    expect(answers.map(({ output }) => output)).toEqual(['first', 'second']);
    expect(service.table.calls).toBe(0);
  });
});
