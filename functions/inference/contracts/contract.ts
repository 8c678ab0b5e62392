/** What a wire format has to offer, so that nothing else depends on it. */
import type { GenericSchema } from 'valibot';
import type { Certainty, PageOptions } from '../model/manifest.ts';
import type { LabelList, TensorView } from '../pipelines/pipeline.ts';
import type { Problem } from '../problems/problems.ts';
import type { ServiceStatistics } from '../telemetry/statistics.ts';
import type { Operation } from './description/operation.ts';
import type { ErrorForm } from './description/responses.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

export interface ParsedRequest<Input = unknown> {
  /** The caller's request id; a request without one is not cached. */
  readonly id: string | undefined;
  /**
   * What the id belongs to: the model under its `name`, whose first response holds for ever, or its `content`, so that a changed
   * model responds anew.
   *
   * @default 'name'
   */
  readonly idScope?: 'name' | 'content';
  /**
   * Gives the SHA-256 of the content, in hexadecimal: an id belongs to one. It is called where it is needed, which a request that
   * is refused never gets to. Undefined without an id.
   */
  readonly digest: (() => string) | undefined;
  /** How many more attempts the caller will make, where it says so. */
  readonly attemptsLeft?: number | undefined;
  readonly input: Input;
}

/** A response, and what every contract may say of it. */
export interface InferenceResult<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly parsed: Parsed;
  readonly output: Output;
  /** Version of the ensemble that made the response: an earlier one, where the response was cached. */
  readonly version: string;
}

export interface ModelInfo {
  readonly name: string;
  readonly pipeline: string;
  readonly version: string;
  readonly title: string;
  /** What to send it, in a sentence for people; empty where nobody wrote one. */
  readonly hint: string;
  readonly page?: PageOptions;
  readonly certainty?: Certainty;
  /** Names of the members, in the order in which they run. */
  readonly members: readonly string[];
  readonly deadlineMilliseconds: number;
  readonly tensors: TensorView<unknown, unknown>;
  /** The labels that it predicts; left out where there is no list. */
  readonly labels?: LabelList;
  /** Every model of the service, this one included; the first one has the addresses that name none. */
  readonly models: readonly ModelName[];
}

export interface InferenceRoute<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** Whether parameters of the address are ignored, as the protocol wants it. @default they are refused */
  readonly ignoresQuery?: boolean;
  /** @throws {Problem} when the request is no request of this contract */
  parse(request: HttpRequest): Parsed;
  /** The response as it goes out; headers that tell how it came about are added to it. @param now seconds since 1970 */
  reply(result: InferenceResult<Parsed, Output>, now: number): HttpResponse;
  describe(): Operation;
}

export interface InformationRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether it says that the model is ready: while it is not, the response is the problem `not-ready`. */
  readonly tellsReadiness?: boolean;
  /** Whether it tells of all processes of the service what it is given as `statistics`. */
  readonly tellsStatistics?: boolean;
  respond(request: HttpRequest, statistics: ServiceStatistics): HttpResponse | Promise<HttpResponse>;
  describe(): Operation;
}

export type Route<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> =
  | InferenceRoute<Parsed, Output>
  | InformationRoute;

/** One wire format, made for one model. */
export interface Contract<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly name: string;
  /** Whose wire format it is, and what it takes, in a sentence without its full stop. */
  readonly summary: string;
  /** Below this, no other contract has paths: requests for those that it has not either get its problems. */
  readonly root?: string;
  /** What is missing at a path below the root that none of the routes has. */
  missing?(path: string): Problem;
  readonly routes: readonly Route<Parsed, Output>[];
  /** A problem as this contract's callers expect it. */
  problem(problem: Problem): HttpResponse;
  /** How the documentation shows problems. @default as problem details (RFC 9457) */
  readonly errors?: ErrorForm;
  /** Schemas of the documentation that have names: what it says of routes refers to them. */
  readonly schemas: Readonly<Record<string, GenericSchema>>;
  /** A command line that can be pasted, with `$ADDRESS` for the address of the service. */
  example(): string;
}

export interface ContractDefinition {
  readonly name: string;
  /** The pipelines whose requests it can express; undefined: any. */
  readonly pipelines: readonly string[] | undefined;
  /** @param environment where a contract may find settings of its own */
  open(model: ModelInfo, environment: NodeJS.ProcessEnv): Contract;
}

export interface ModelName {
  readonly name: string;
  /** Undefined for other models on Lambda: otherwise a new version of one model would change the functions of all. */
  readonly version?: string | undefined;
  readonly title: string;
}
