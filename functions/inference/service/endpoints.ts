/** Every address of a model, with its handler. */
import {
  type Contract,
  type InferenceRoute,
  type InformationRoute,
  isInferenceRoute,
} from '../contracts/contract.ts';
import { type ErrorForm, type HttpRequest, type HttpResponse, json } from '../contracts/http.ts';
import { documentationRoutes } from '../documentation/page.ts';
import { commonRoutes } from '../information/common.ts';
import { withExplanation } from '../information/explain.ts';
import { pageRoute, type ReadPage } from '../information/page.ts';
import { readSamples } from '../information/samples.ts';
import { Problem } from '../problems/problems.ts';
import type { RequestRecord } from '../telemetry/request-record.ts';
import type { Configuration } from './configuration.ts';
import { type InferenceParts, type InferenceTerms, infer } from './infer.ts';
import { limited } from './response-limit.ts';

export interface EndpointParts extends InferenceParts {
  /** Contracts of the model. The page and the examples use the first contract. */
  readonly contracts: readonly Contract[];
  readonly directory: string;
  readonly readPage: ReadPage;
  readonly configuration: Configuration;
}

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly isInference: boolean;
  /** Whether the address only reports whether the service is up or ready. */
  readonly isProbe?: boolean;
  respond(
    request: HttpRequest,
    terms: Omit<InferenceTerms, 'explain'>,
    record: RequestRecord,
  ): HttpResponse | Promise<HttpResponse>;
  /** The form in which callers of this address expect problems. @default problem details */
  readonly errors?: ErrorForm | undefined;
}

/** All endpoints of a model. If several have the same path and method, `createApp` uses the first of them. */
export function createEndpoints(parts: EndpointParts): Endpoint[] {
  const { info, pipeline, contracts, directory, readPage } = parts;
  // The page needs `/explain`. Without it there is no page, and `/` redirects to the documentation.
  const { explains } = parts.configuration;
  const [first, ...others] = contracts as [Contract, ...Contract[]];
  const offered = [explains ? withExplanation(first, info) : first, ...others];
  const common = commonRoutes(info, parts.cache);
  const endpoints = [...offered, common].flatMap(({ routes, errors }) =>
    routes.map((route): Endpoint => {
      const { method, path } = route;
      if (isInferenceRoute(route)) {
        return { method, path, isInference: true, respond: inferenceResponder(route), errors };
      }
      const isProbe = route.tellsReadiness === true || path.endsWith('/live');
      return { method, path, isInference: false, isProbe, respond: informationResponder(route), errors };
    }),
  );
  const samples = () => readSamples(directory);
  const pages: Readonly<Record<string, Endpoint['respond']>> = {
    ...documentationRoutes(info, offered, common, readPage),
    '/': explains
      ? pageRoute(readPage, info, first.name, samples)
      : ({ path }) => ({ status: 303, headers: { location: `${path.replace(/\/$/, '')}/docs` } }),
  };
  for (const [path, respond] of Object.entries(pages)) {
    endpoints.push({ method: 'GET', path, isInference: false, respond });
  }
  return endpoints;

  function informationResponder(route: InformationRoute): Endpoint['respond'] {
    return async (request) => {
      if (route.tellsReadiness && (await parts.predictor.isReady?.()) === false) {
        throw new Problem('not-ready', undefined, { headers: { 'retry-after': '1' } });
      }
      return route.respond(request);
    };
  }

  function inferenceResponder(route: InferenceRoute): Endpoint['respond'] {
    const { explains: explain = false } = route;
    return async (request, terms, record) => {
      const { result, prediction } = await infer(request, route, parts, { ...terms, explain }, record);
      const reply = route.reply(result, Math.floor(Date.now() / 1000));
      if (!explain) return limited(reply, request.maxBodyBytes);
      const explanation = {
        reply: typeof reply.body === 'string' ? JSON.parse(reply.body) : null,
        prediction: record.summary?.prediction ?? '',
        cache: record.cache?.outcome ?? 'off',
        version: result.version,
        ...(prediction?.explanation ?? pipeline.explain([], result.output)),
        decidedAfter: prediction?.decidedAfter,
        stages: record.stages.milliseconds,
      };
      return limited(json(200, explanation), request.maxBodyBytes);
    };
  }
}
