/** The interface of pipelines. A pipeline decodes requests for the members, and combines the members' votes. */
import type { GenericSchema } from 'valibot';
import type { Tensor, TensorInfo, Tensors } from '../model/tensors.ts';
import type { ProblemName } from '../problems/problems.ts';
import type { Summary } from '../telemetry/request-record.ts';

export interface Graph {
  /** Path of the ONNX file, for messages. */
  readonly file: string;
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

/** An input or an output of a graph. */
export interface ValueInfo {
  readonly name: string;
  /** Undefined if this is not a tensor but, for example, a sequence of maps, or if the datatype is not supported here. */
  readonly datatype: Tensor['datatype'] | undefined;
  /** The sizes of the dimensions. A name, or a number below one, stands for any size. */
  readonly shape: readonly (number | string)[];
}

/** An input or output in words, for messages: `FP32 [any, 10] as "scores"`. */
export function describeValue({ name, datatype, shape }: ValueInfo): string {
  if (datatype === undefined) return `something other than a supported tensor as "${name}"`;
  // A dimension of any size has a name, unless the exporter left the name out.
  const sizes = shape.map((size) => (size === '' || size === -1 ? 'any' : size));
  return `${datatype} [${sizes.join(', ')}] as "${name}"`;
}

export function describeValues(values: readonly ValueInfo[]): string {
  return values.map(describeValue).join(' and ');
}

/** The size of a dimension; undefined if any size fits, which graphs express as a name or a number below one. */
export function sizeOf(dimension: number | string | undefined): number | undefined {
  return typeof dimension === 'number' && dimension > 0 ? dimension : undefined;
}

/**
 * Makes a member's inputs for one request, when the member is about to run: one `Tensors` for each part of the request, such
 * as each of its texts. Parts run one by one, or in batches, also with parts of other requests.
 */
export type Feeds = (member: number) => readonly Tensors[] | Promise<readonly Tensors[]>;

export interface Vote<MemberOutput> {
  readonly name: string;
  readonly weight: number;
  /** Duration of the run; for several parts, of all their runs together. A run may have served several requests. */
  readonly milliseconds: number;
  /** Number of requests, or parts of requests, that shared the run; for several runs, the largest number. */
  readonly batch: number;
  readonly memberOutput: MemberOutput;
}

export interface Combined<Output> {
  readonly output: Output;
  /** Whether no missing vote could change the labels or the text of the response. */
  readonly decided: boolean;
}

export interface LabelList {
  /** Labels in the order of the members' outputs. */
  readonly labels: readonly string[];
  /** The reject label, if there is one. It is not among `labels`. */
  readonly reject?: string;
}

export interface RankedLabel {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
}

export interface TensorView<Input, Output> {
  readonly inputs: readonly TensorInfo[];
  readonly outputs: readonly TensorInfo[];
  /**
   * @param tensors by the names of `inputs`
   * @param wanted names of the requested outputs, none of them unknown
   * @throws {Problem} `invalid-tensor` if a tensor is missing, superfluous, or not what `inputs` says
   */
  input(tensors: Tensors, wanted: readonly string[]): Input;
  /** The requested outputs, in the order of `wanted`. */
  output(output: Output, wanted: readonly string[]): Tensors;
}

/**
 * The pipeline of a model, opened for its members.
 *
 * @typeParam Input a request, as contracts give it
 * @typeParam MemberOutput a member's output as `read` returns it; for a request of several parts, the returned lists are joined
 * @typeParam Output a response, as contracts take it
 */
export interface Pipeline<Input = unknown, MemberOutput = unknown, Output = unknown> {
  readonly name: string;
  /** The labels that are predicted; absent if predictions are not from a list. */
  readonly labels?: LabelList;
  /** Decodes a request. @throws {Problem} if it cannot be decoded */
  decode(input: Input): Feeds | Promise<Feeds>;
  /**
   * Work of a request as a multiple of the blank request's work. The duration of a run is predicted from it. In a pipeline
   * with a fallback, 0 means that members have nothing to predict, so that the fallback is the right response; Infinity means
   * that members cannot run, so that the fallback replaces them.
   * @default every request takes as long as the blank one
   */
  work?(input: Input): number;
  /**
   * Whether requests of different sizes share a batch: zeros pad the smaller ones, members must ignore these zeros, and
   * outputs keep the padding. @default only requests of one size share a batch
   */
  readonly padded?: boolean;
  /** Before the first request, loads what decoding needs. */
  warmUp?(): Promise<void>;
  /** The blank request: a request of one part for the warm-up. It should cost as much as a usual request. */
  blank(): Feeds;
  /** Whether the blank request is a guess that members may refuse; they then start without a warm-up. @default false */
  readonly guessesBlank?: boolean;
  /**
   * Two requests of one part each, with different content, and of different sizes if the pipeline is `padded`. They show whether
   * requests of a batch change each other's outputs. @default two copies of the blank request with different elements
   */
  contrasting?(member: number): Promise<readonly [Tensors, Tensors]>;
  /** Names of the outputs that are read from a member. */
  outputsOf(member: number): readonly string[];
  /** Reads the outputs of a member for a request, or for a part of it. @param inputs of the member */
  read(outputs: Tensors, member: number, inputs: Tensors): MemberOutput;
  /** Takes back the inputs of a member after its run, so that `decode` may write inputs of a later request over them. */
  recycle?(inputs: Tensors, member: number): void;
  /** Checks a member's output for the blank request at the start. @throws {ModelError} if the output does not fit the pipeline */
  check?(memberOutput: MemberOutput, member: number): void;
  /**
   * Makes one response from the votes so far. A pure function.
   *
   * @param votes in the order in which the members ran, at least one
   * @param weightLeft weight of the members that have not run
   * @param input the request, which may have options, such as a threshold
   */
  combine(votes: readonly Vote<MemberOutput>[], weightLeft: number, input: Input): Combined<Output>;
  /** Turns a member's error into the problem of the request that caused it. @default the error is a failure of the service */
  failure?(error: Error): Error;
  /**
   * The items of a request, such as its texts. If the deadline is too short for several items, the client is asked to send
   * fewer. Only for pipelines without a fallback.
   */
  items?(input: Input): { readonly name: string; readonly count: number; readonly problem: ProblemName };
  /** The response if members have too little time, or if `work` is 0 or Infinity. It is cached only if `work` is 0. */
  fallback?(input: Input): Output;
  summary(output: Output): Summary;
  /** Converts a response for the response cache, and back. */
  pack(output: Output): string;
  unpack(text: string): Output;
  /** Explains a response to people by the votes and how they were combined. @returns values for JSON */
  explain(votes: readonly Vote<MemberOutput>[], output: Output): Readonly<Record<string, unknown>>;
  readonly tensors: TensorView<Input, Output>;
}

export interface PipelineDefinition {
  readonly name: string;
  /** Schema of a whole `ensemble.json` for this pipeline. It refuses unknown fields. */
  readonly fields: GenericSchema;
  /**
   * @param manifest `ensemble.json`, its common part checked
   * @param directory the model's folder
   * @param graphs of the members, in the manifest's order
   * @throws {ModelError} naming a field, file or graph that does not fit this pipeline
   */
  open(
    manifest: Readonly<Record<string, unknown>>,
    directory: string,
    graphs: readonly Graph[],
  ): Promise<Pipeline>;
}
