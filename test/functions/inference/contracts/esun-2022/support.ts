/** A task of the kind `text-correction` that loads no model, behind the contract and the service's own routes. */
import { ResultCache } from '../../../../../functions/inference/cache/result-cache.ts';
import type { TaskInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { esun2022 } from '../../../../../functions/inference/contracts/esun-2022/contract.ts';
import type { Kind } from '../../../../../functions/inference/kinds/kind.ts';
import type {
  SentenceAnswer,
  SentenceQuestion,
} from '../../../../../functions/inference/kinds/text-correction/types.ts';
import type { MemberQuestion } from '../../../../../functions/inference/members/batch-queue.ts';
import { Ensemble } from '../../../../../functions/inference/members/ensemble.ts';
import type { Member } from '../../../../../functions/inference/members/member.ts';
import type { HttpEvent, HttpResponse } from '../../../../../functions/inference/service/http.ts';
import { Problem } from '../../../../../functions/inference/service/problems.ts';
import { createRoutes } from '../../../../../functions/inference/service/routes.ts';
import { RequestRecord } from '../../../../../functions/inference/telemetry/request-record.ts';
import { ServiceStatistics } from '../../../../../functions/inference/telemetry/statistics.ts';
import { MemoryTable } from '../../../support/memory-table.ts';

const info = {
  name: 'asr',
  kind: 'text-correction',
  version: '1',
  title: 'ASR correction',
  hint: '',
  members: ['one', 'two'],
  budgetMilliseconds: 1000,
  tensors: { inputs: [], outputs: [] },
  tasks: [],
} as unknown as TaskInfo;

const answerOf = (text: string, confidence: number): SentenceAnswer => ({
  text,
  confidence,
  hypothesis: 0,
  places: [],
});

/** Members hear 單 where 丹 was written; the fallback leaves everything as it was heard. */
const kind = {
  name: 'text-correction',
  decode:
    ({ hypotheses: [first = ''] }: SentenceQuestion) =>
    () => ({ text: { datatype: 'BYTES', shape: [1], data: [Buffer.from(first)] } }),
  outputsOf: () => ['text'],
  read: ({ text }) => String(text?.data[0]),
  combine: ([vote], weightLeft) => ({
    output: answerOf(vote?.ballot.replaceAll('丹', '單') ?? '', 0.9),
    decided: weightLeft === 0,
  }),
  fallback: ({ hypotheses: [first = ''] }) => answerOf(first, 0),
  summary: ({ text, confidence }) => ({ answer: text, confidence }),
  pack: (output) => JSON.stringify(output),
  unpack: (text) => JSON.parse(text),
  explain: () => ({ members: [] }),
} as Partial<Kind<SentenceQuestion, string, SentenceAnswer>> as Kind;

export interface FakeService {
  ask(event: HttpEvent): Promise<HttpResponse>;
  readonly table: MemoryTable;
  /** How often a member was run. */
  readonly runs: () => number;
}

/** @param expectedMilliseconds what a member is expected to take */
export function fakeService(expectedMilliseconds = 1): FakeService {
  let runs = 0;
  const member = (name: string) =>
    ({
      name,
      weight: 1,
      duration: { expected: () => expectedMilliseconds, add: () => {}, forgive: () => {} },
      ask: async ({ tensors }: MemberQuestion) => {
        runs += 1;
        return { outputs: tensors, milliseconds: 1, batch: 1 };
      },
    }) as unknown as Member;
  const table = new MemoryTable();
  const options = { task: info.name, version: info.version, ttlDays: 1, allowanceMilliseconds: 1000 };
  const contract = esun2022.open(info, {});
  const routes = createRoutes(
    {
      info,
      ensemble: new Ensemble(kind, info.members.map(member)),
      cache: new ResultCache(table, options),
    },
    [contract],
    {
      limits: { budgetMilliseconds: 10_000, networkMarginMilliseconds: 0 },
      statistics: new ServiceStatistics(),
      directory: '',
      readPage: undefined,
      explains: true,
    },
  );
  return {
    table,
    runs: () => runs,
    async ask(event) {
      try {
        const route = routes[event.rawPath]?.POST;
        if (!route) throw new Error(`nothing answers ${event.rawPath}`);
        return await route.respond(event, new RequestRecord('invocation', false));
      } catch (error) {
        if (error instanceof Problem) return contract.problem(error);
        throw error;
      }
    },
  };
}
