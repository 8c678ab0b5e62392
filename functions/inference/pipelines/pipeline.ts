/** What a pipeline has to offer: how a request is decoded for the members, and how their votes become one response. */
import type { GenericSchema } from 'valibot';
import type { Tensor, TensorInfo, Tensors } from '../model/tensors.ts';
import type { Summary } from '../telemetry/request-record.ts';

export interface Graph {
  /** Path of its file, for messages. */
  readonly file: string;
  readonly inputs: readonly GraphPlace[];
  readonly outputs: readonly GraphPlace[];
}

export interface GraphPlace {
  readonly name: string;
  /** Undefined where it is no tensor that this service knows, such as a sequence of maps. */
  readonly datatype: Tensor['datatype'] | undefined;
  /** A name stands for a dimension of any size. */
  readonly shape: readonly (number | string)[];
}

/** A place in words, for messages: `FP32 [any, 10] as "scores"`. */
export function describePlace({ name, datatype, shape }: GraphPlace): string {
  if (datatype === undefined) return `something that is no tensor as "${name}"`;
  // Exporters name dimensions of any size, or leave the name out.
  const sizes = shape.map((size) => (size === '' || size === -1 ? 'any' : size));
  return `${datatype} [${sizes.join(', ')}] as "${name}"`;
}

export function describePlaces(places: readonly GraphPlace[]): string {
  return places.map(describePlace).join(' and ');
}

/** A dimension's size where it has one; graphs give names, or numbers below one, to those of any size. */
export function sizeOf(dimension: number | string | undefined): number | undefined {
  return typeof dimension === 'number' && dimension > 0 ? dimension : undefined;
}

/**
 * What each member takes for one request. It is made when the turn of the member comes, and never for a member that does not
 * run. Several parts run one by one, or in batches with those of other requests.
 */
export type Feeds = (member: number) => readonly Tensors[] | Promise<readonly Tensors[]>;

export interface Vote<MemberOutput> {
  readonly name: string;
  readonly weight: number;
  /** Of the run, which may have been of several requests. */
  readonly milliseconds: number;
  /** Requests in that run, this one included. */
  readonly batch: number;
  readonly memberOutput: MemberOutput;
}

export interface Combined<Output> {
  readonly output: Output;
  /** Whether no vote that is still out could change the response. */
  readonly decided: boolean;
}

export interface LabelList {
  /** In the order of the members' outputs. */
  readonly labels: readonly string[];
  /** The response that stands for none of them; left out, every response is a label. */
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
   * @throws {Problem} `invalid-tensor` where one is missing, superfluous, or not what `inputs` says
   */
  input(tensors: Tensors, wanted: readonly string[]): Input;
  /** The requested outputs, in that order. */
  output(output: Output, wanted: readonly string[]): Tensors;
}

/**
 * The pipeline of a model, opened for its members.
 *
 * @typeParam Input a request, as contracts give it
 * @typeParam MemberOutput what one member says, read from the tensors that it gives; for feeds of several parts a list, with what it
 *   says of each
 * @typeParam Output a response, as contracts take it
 */
export interface Pipeline<Input = unknown, MemberOutput = unknown, Output = unknown> {
  readonly name: string;
  /** Left out where predictions are not from a list. */
  readonly labels?: LabelList;
  /** @throws {Problem} where the request cannot be decoded */
  decode(input: Input): Feeds | Promise<Feeds>;
  /**
   * How much members have to do, as a multiple of the blank request: what they take is learned, and expected, by that.
   * 0 where they have nothing to predict: the fallback is the response, as good as any. Infinity where they cannot run:
   * the fallback stands in for them. Left out, every request takes what the blank one does. For pipelines with a fallback.
   */
  work?(input: Input): number;
  /**
   * Name of the input that outputs are shaped like, where requests differ in size: in a batch, zeros pad the
   * smaller ones, and members must ignore them. Left out, only requests of one size share a batch.
   */
  readonly shapedLike?: string;
  /** Whether requests form batches in this way although outputs are not shaped like an input: their padding stays. */
  readonly padded?: boolean;
  /** Opens what decoding will need, before the first request does; left out, there is nothing to open. */
  warmUp?(): Promise<void>;
  /** A request that costs what others do, to warm members up. Of one part. */
  blank(): Feeds;
  /** Whether the blank request may be none that the members take: they start without a warm-up then. @default false */
  readonly guessesBlank?: boolean;
  /**
   * Two requests of one part, with different content and of different sizes where those share a batch: they show whether requests
   * of a batch change each other. Left out, other elements in the blank one show it.
   */
  contrasting?(member: number): Promise<readonly [Tensors, Tensors]>;
  /** Names of the outputs that are read from a member. */
  outputsOf(member: number): readonly string[];
  /** Reads what a member gave for a request, or for a part of it. @param inputs what it was given */
  read(outputs: Tensors, member: number, inputs: Tensors): MemberOutput;
  /**
   * Looks at what a member made of the blank request, once, at start-up.
   *
   * @throws {ModelError} where it is not what `ensemble.json` says
   */
  check?(memberOutput: MemberOutput, member: number): void;
  /**
   * Makes one response of the votes so far. A pure function.
   *
   * @param votes in the order in which the members ran, at least one
   * @param weightLeft weight of the members that have not run
   * @param input the request, which may want more than the best label
   */
  combine(votes: readonly Vote<MemberOutput>[], weightLeft: number, input: Input): Combined<Output>;
  /** The problem of a request that makes a member fail; left out, it is a failure of the service. */
  failure?(error: Error): Error;
  /**
   * Called where all that a request has is not expected to be done in time, and there is no fallback.
   *
   * @param expected milliseconds that it takes
   * @param left milliseconds that there are
   * @throws {Problem} where the request could be sent in smaller parts
   */
  refuseLate?(input: Input, expected: number, left: number): void;
  /** A response that needs no member, for requests whose time allows none; it is not cached then. */
  fallback?(input: Input): Output;
  summary(output: Output): Summary;
  /** A response as the response cache keeps it, and back. */
  pack(output: Output): string;
  unpack(text: string): Output;
  /** Explains a response to people: all votes, and how they were combined. JSON. */
  explain(votes: readonly Vote<MemberOutput>[], output: Output): Readonly<Record<string, unknown>>;
  readonly tensors: TensorView<Input, Output>;
}

export interface PipelineDefinition {
  readonly name: string;
  /** What `ensemble.json` may say for this pipeline, beyond what all models say: by this, misspelt fields are found. */
  readonly fields?: GenericSchema;
  /** Name of the input that takes a text as it is, for samples in plain text; left out, there is none. */
  readonly textInput?: string;
  /**
   * @param manifest `ensemble.json`, its common part checked
   * @param directory the model's folder
   * @param graphs of the members, in the manifest's order
   * @throws {ModelError} naming everything in `ensemble.json` or the graphs that is not what this pipeline takes
   */
  open(
    manifest: Readonly<Record<string, unknown>>,
    directory: string,
    graphs: readonly Graph[],
  ): Promise<Pipeline>;
}
