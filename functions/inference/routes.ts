/** The addresses of the service. */
import { type Answered, answerQuestion, type Services } from './answer.ts';
import { Budget, type BudgetLimits } from './budget.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { explain } from './explain.ts';
import { health } from './health.ts';
import { type Headers, type HttpEvent, json } from './http.ts';
import { type Page, pageRoute } from './page.ts';
import type { RouteHandler, Routes } from './router.ts';
import type { RequestRecord } from './telemetry/request-record.ts';

type Reply = Record<string, unknown>;

/** What goes out for an answer, given the contract's own reply. */
type Presentation = (reply: Reply, answered: Answered, record: RequestRecord) => Reply;

/** The routes of one contract and what surrounds it. */
export function createRoutes(services: Services, limits: BudgetLimits, page?: Page): Routes {
  const { contract, ensemble } = services;
  const answering =
    (present: Presentation, everyMember = false): RouteHandler =>
    async (event, record) => {
      const budget = new Budget(limits, receivedAt(event));
      const answered = await answerQuestion(event, services, { budget, everyMember }, record);
      const reply = contract.reply(answered.question, answered.answer, Math.floor(Date.now() / 1000));
      return json(200, present(reply, answered, record), answerHeaders(record, ensemble.memberNames.length));
    };
  return {
    '/': { GET: page ? pageRoute(page) : () => ({ statusCode: 303, headers: { location: '/docs' } }) },
    [contract.path]: { POST: answering((reply) => reply) },
    '/explain': { POST: answering((...answered) => explain(...answered, services), true) },
    '/healthz': { GET: () => json(200, health(ensemble)) },
    ...documentationRoutes(contract, ensemble),
  };
}

/** When API Gateway took the request, in milliseconds since 1970. */
function receivedAt(event: HttpEvent): number {
  const { timeEpoch } = event.requestContext;
  return Number.isFinite(timeEpoch) ? timeEpoch : Date.now();
}

function answerHeaders(record: RequestRecord, memberCount: number): Headers {
  return {
    'x-subsecond-cache': record.visit?.outcome ?? 'off',
    'x-subsecond-members': membersAsked(record, memberCount),
    'x-subsecond-start': record.coldStart ? 'cold' : 'warm',
    'server-timing': record.stages.serverTiming,
  };
}

/** How many members voted, and why not all. */
function membersAsked({ prediction, membersRun }: RequestRecord, memberCount: number): string {
  const asked = `${membersRun}/${memberCount}`;
  if (!prediction || membersRun === memberCount) return asked;
  return `${asked}; ${prediction.shortened ? 'shortened' : 'decided'}`;
}
