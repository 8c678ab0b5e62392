/** The addresses of the service. */
import type { Contract, QuestionRoute, Route } from '../contracts/contract.ts';
import { documentationRoutes } from '../documentation/routes.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';
import type { ServiceStatistics } from '../telemetry/statistics.ts';
import { answerQuestion, type Services } from './answer.ts';
import { Budget, type BudgetLimits } from './budget.ts';
import { explain } from './explain.ts';
import { health } from './health.ts';
import { type Headers, type HttpEvent, type HttpResponse, json, problemResponse } from './http.ts';
import { labelsRoute } from './labels.ts';
import { pageRoute, type ReadPage } from './page.ts';
import { Problem } from './problems.ts';
import type { RouteHandler, Routes } from './router.ts';
import { readSamples } from './samples.ts';

/** What a service is made of besides its task. */
export interface Surroundings {
  readonly limits: BudgetLimits;
  readonly statistics: ServiceStatistics;
  /** The task's folder. */
  readonly directory: string;
  /** Gives what people see at `/`; undefined: they are sent to the documentation. */
  readonly readPage: ReadPage | undefined;
  /** Gives what the documentation stands in; undefined: it stands alone. */
  readonly readFrame?: ReadPage | undefined;
  /** Whether `/explain` and the page, which is made of it, are there. */
  readonly explains: boolean;
}

/** Lambda's limit for what a function returns is 6 MB; the event around a body takes some of them. */
const MAX_REPLY_CHARACTERS = 6_000_000;

/** The routes of a task's contracts, and what surrounds them. */
export function createRoutes(
  services: Services,
  contracts: readonly Contract[],
  { limits, statistics, directory, readPage, readFrame, explains }: Surroundings,
): Routes {
  const { info, ensemble } = services;
  const [shown] = contracts as [Contract, ...Contract[]];
  const routes: Record<string, Record<string, RouteHandler>> = {};
  const add = (method: string, path: string, respond: RouteHandler['respond'], contract?: Contract) => {
    routes[path] ??= {};
    routes[path][method] ??= {
      name: `${method} ${path}`,
      respond,
      problem: contract?.problem ?? problemResponse,
    };
  };
  for (const contract of contracts) {
    for (const route of contract.routes) {
      const respond = 'parse' in route ? questionHandler(route) : informationHandler(route);
      add(route.method, route.path, respond, contract);
    }
  }
  add('GET', '/healthz', async () => json(200, await health(info, services.cache)));
  add('GET', '/labels', labelsRoute(info));
  for (const [path, respond] of Object.entries(documentationRoutes(info, contracts, explains, readFrame))) {
    add('GET', path, respond);
  }
  const asked = shown.routes.find((route) => 'parse' in route);
  if (explains && asked) add('POST', '/explain', explanationHandler(asked as QuestionRoute), shown);
  const toDocumentation = ({ rawPath }: HttpEvent) => ({
    statusCode: 303,
    headers: { location: `${rawPath.replace(/\/$/, '')}/docs` },
  });
  const samples = () => readSamples(directory);
  add('GET', '/', explains && readPage ? pageRoute(readPage, info, shown.name, samples) : toDocumentation);
  return routes;

  function questionHandler(route: QuestionRoute): RouteHandler['respond'] {
    return async (event, record) => {
      const terms = { budget: budgetOf(event), everyMember: false };
      const answered = await answerQuestion(event, route, services, terms, record);
      return complete(route.reply(answered, Math.floor(Date.now() / 1000)), record);
    };
  }

  function explanationHandler(route: QuestionRoute): RouteHandler['respond'] {
    return async (event, record) => {
      const terms = { budget: budgetOf(event), everyMember: true };
      const answered = await answerQuestion(event, route, services, terms, record);
      const reply = route.reply(answered, Math.floor(Date.now() / 1000));
      return complete(json(200, explain(reply, answered, record, ensemble.kind)), record);
    };
  }

  function informationHandler(route: Exclude<Route, QuestionRoute>): RouteHandler['respond'] {
    return (event) => route.respond(event, statistics);
  }

  function budgetOf(event: HttpEvent): Budget {
    return new Budget(limits, event.requestContext.timeEpoch);
  }

  /** A reply with the headers that every answer has. */
  function complete(reply: HttpResponse, record: RequestRecord): HttpResponse {
    if ((reply.body?.length ?? 0) > MAX_REPLY_CHARACTERS) {
      throw new Problem(
        'answer-too-large',
        'The answer is larger than the 6 MB that Lambda returns; ask for fewer outputs, or smaller ones.',
      );
    }
    return { ...reply, headers: { ...reply.headers, ...answerHeaders(record, info.members.length) } };
  }
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
  if (prediction.lacking === 'every member') return `${asked}; fallback`;
  return `${asked}; ${prediction.lacking ? 'shortened' : 'decided'}`;
}
