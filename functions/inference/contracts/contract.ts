import type { GenericSchema } from 'valibot';
import type { Manifest } from '../model/manifest.ts';
import type { LabelList, TensorView } from '../pipelines/pipeline.ts';
import type { Operation } from './description/operation.ts';
import type { ErrorForm, HttpRequest, HttpResponse } from './http.ts';

export interface ParsedRequest<Input = unknown> {
  /** The caller's request id. The response to a request without an id is not cached. */
  readonly id: string | undefined;
  /**
   * `name`: the first response to the id stays valid when the model's files change. `content`: it stays valid until they change.
   * @default 'name'
   */
  readonly idScope?: 'name' | 'content';
  /**
   * Computes the SHA-256 of the content, in hexadecimal. Every repeat of an id must have the same content. This is a function,
   * because a refused request needs no hash. Undefined without an id.
   */
  readonly digest: (() => string) | undefined;
  /** Number of further attempts that the caller will make; undefined if the request does not say. */
  readonly attemptsLeft?: number | undefined;
  readonly input: Input;
}

/** An output, its request and its version, from which a contract writes the response. */
export interface InferenceResult<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly parsed: Parsed;
  readonly output: Output;
  /** Version of the ensemble that made the response. A cached response may have an earlier version. */
  readonly version: string;
}

type Described = Pick<Manifest, 'pipeline' | 'version' | 'hint' | 'deadlineMilliseconds'>;

/** Information about a model for its contracts, the page and the documentation. */
export interface ModelInfo extends Readonly<Described>, Readonly<Partial<Pick<Manifest, 'page'>>> {
  readonly name: string;
  readonly title: string;
  /** Names of the members, in the order in which they run. */
  readonly members: readonly string[];
  readonly tensors: TensorView<unknown, unknown>;
  readonly labels?: LabelList | undefined;
  /** Every model of the service, including this model. An address that names no model belongs to the first model that has it. */
  readonly models: readonly ModelName[];
}

export interface InferenceRoute<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  /** Whether query parameters are ignored, as some protocols require. @default they are refused */
  readonly ignoresQuery?: boolean;
  /** Whether the response also has the votes of the members. @default false */
  readonly explains?: boolean;
  /** Parses a request. @throws {Problem} if it is not a request of this contract */
  parse(request: HttpRequest): Parsed;
  /** Writes the response; the service adds headers about the origin of the prediction. @param now seconds since 1970 */
  reply(result: InferenceResult<Parsed, Output>, now: number): HttpResponse;
  describe(): Operation;
}

export interface InformationRoute {
  readonly method: 'GET';
  readonly path: string;
  /** Whether the route reports that the model is ready. Until the model is ready, the response is the problem `not-ready`. */
  readonly tellsReadiness?: boolean;
  respond(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  describe(): Operation;
}

export type Route<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> =
  | InferenceRoute<Parsed, Output>
  | InformationRoute;

export function isInferenceRoute(route: Route): route is InferenceRoute {
  return 'parse' in route;
}

/** One wire format, made for one model. */
export interface Contract<Parsed extends ParsedRequest = ParsedRequest, Output = unknown> {
  readonly name: string;
  /** A sentence without its full stop: the contract's input, and who defined the wire format. */
  readonly summary: string;
  /** Requests for unknown paths below this path get problems in this contract's form. */
  readonly root?: string;
  /** Matches paths below the root. The first group is the model's name, the second the version, if the path has one. */
  readonly modelPath?: RegExp;
  readonly routes: readonly Route<Parsed, Output>[];
  /** The form in which this contract's callers expect problems. @default problem details (RFC 9457) */
  readonly errors?: ErrorForm;
  /** Named schemas of the documentation, to which the descriptions of routes refer. */
  readonly schemas: Readonly<Record<string, GenericSchema>>;
}

export interface ContractDefinition {
  readonly name: string;
  /** The pipelines whose requests the contract can express. @default all pipelines */
  readonly pipelines?: readonly string[];
  /** @param environment variables, among them the contract's own settings */
  open(model: ModelInfo, environment: NodeJS.ProcessEnv): Contract;
}

export interface ModelName {
  readonly name: string;
  /** On Lambda, only the function's own model has a version, so that a new version of one model changes no other function. */
  readonly version?: string | undefined;
  readonly title: string;
}
