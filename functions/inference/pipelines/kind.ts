/** What a kind has to offer: how a question is decoded for the members, and how their votes become one answer. */
import type { GenericSchema } from 'valibot';
import type { Tensor, TensorInfo, Tensors } from '../model/tensors.ts';
import type { Summary } from '../telemetry/request-record.ts';

/** One model as it describes itself. */
export interface Graph {
  /** Path of its file, for messages. */
  readonly file: string;
  readonly inputs: readonly GraphPlace[];
  readonly outputs: readonly GraphPlace[];
}

/** An input or output of a graph. */
export interface GraphPlace {
  readonly name: string;
  /** Undefined where it is no tensor that this service knows, such as a sequence of maps. */
  readonly datatype: Tensor['datatype'] | undefined;
  /** A name stands for a dimension of any size. */
  readonly shape: readonly (number | string)[];
}

/**
 * What each member takes for one question; asked for when its turn comes, and never for a member that is not asked.
 * A list has parts that run one by one, or in batches with those of other questions.
 */
export type Feeds = (member: number) => MemberInput | Promise<MemberInput>;
export type MemberInput = Tensors | readonly Tensors[];

/** What a member runs for a question, one by one. */
export function partsOf(input: MemberInput): readonly Tensors[] {
  return Array.isArray(input) ? input : [input as Tensors];
}

/** What one member said. */
export interface Vote<Ballot> {
  readonly name: string;
  readonly weight: number;
  /** Of the run, which may have been of several questions. */
  readonly milliseconds: number;
  /** Questions that the member was asked at once; left out, this one alone. */
  readonly batch?: number;
  readonly ballot: Ballot;
}

/** An answer made of the votes so far. */
export interface Combined<Output> {
  readonly output: Output;
  /** Whether no vote that is still out could change the answer. */
  readonly decided: boolean;
}

/** What a task answers with, where that is a list. */
export interface LabelList {
  /** In the order of the members' outputs. */
  readonly labels: readonly string[];
  /** The answer that stands for none of them; left out, every answer is a label. */
  readonly reject?: string;
}

export interface RankedLabel {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
}

/** Questions and answers as tensors, for contracts that know nothing else. */
export interface TensorView<Input, Output> {
  readonly inputs: readonly TensorInfo[];
  readonly outputs: readonly TensorInfo[];
  /**
   * @param tensors by the names of `inputs`
   * @param wanted names of the outputs that are asked for, none of them unknown
   * @throws {Problem} `invalid-tensor` where one is missing, superfluous, or not what `inputs` says
   */
  input(tensors: Tensors, wanted: readonly string[]): Input;
  /** The outputs that are asked for, in that order. */
  output(output: Output, wanted: readonly string[]): Tensors;
}

/**
 * One kind of a task, opened for the members of one.
 *
 * @typeParam Input a question, as contracts give it
 * @typeParam Ballot what one member says, read from the tensors that it gives
 * @typeParam Output an answer, as contracts take it
 */
export interface Kind<Input = unknown, Ballot = unknown, Output = unknown> {
  readonly name: string;
  /** Left out where answers are not of a list. */
  readonly labels?: LabelList;
  /** @throws {Problem} where the question cannot be decoded */
  decode(input: Input): Feeds | Promise<Feeds>;
  /**
   * How much members have to do, as a multiple of the blank question: what they take is learned, and expected, by that.
   * 0 where they have nothing to say: the fallback is the answer, as good as any. Infinity where they cannot be asked:
   * the fallback stands in for them. Left out, every question takes what the blank one does. For kinds with a fallback.
   */
  work?(input: Input): number;
  /**
   * Name of the input that outputs are shaped like, where questions differ in size: several are asked at once with zeros
   * beside the smaller ones, which members must not look at. Left out, only questions of one size are asked together.
   */
  readonly shapedLike?: string;
  /** Whether several are asked at once in this way although outputs are not shaped like an input: their padding stays. */
  readonly padded?: boolean;
  /** Opens what decoding will need, before the first question does; left out, there is nothing to open. */
  warmUp?(): Promise<void>;
  /** A question that costs what others do, to warm members up. Of one part. */
  blank(): (member: number) => Tensors | Promise<Tensors>;
  /** Names of the outputs that a member is asked for. */
  outputsOf(member: number): readonly string[];
  /** Reads what a member gave for a question, or for a part of it. @param inputs what it was given */
  read(outputs: Tensors, member: number, inputs: Tensors): Ballot;
  /** The ballot of a question of several parts, made of theirs. For kinds whose feeds have any. */
  join?(parts: readonly Ballot[]): Ballot;
  /**
   * Looks at what a member made of the blank question, once, at start-up.
   *
   * @throws {ModelError} where it is not what `ensemble.json` says
   */
  check?(ballot: Ballot, member: number): void;
  /**
   * Makes one answer of the votes so far. A pure function.
   *
   * @param votes in the order in which the members were asked, at least one
   * @param weightLeft weight of the members that were not asked
   * @param input the question, which may ask for more than one answer takes
   */
  combine(votes: readonly Vote<Ballot>[], weightLeft: number, input: Input): Combined<Output>;
  /** What a question is refused with that makes a member fail; left out, the service has failed. */
  failure?(error: Error): Error;
  /** An answer that needs no member, for questions whose time allows none; it is not remembered then. */
  fallback?(input: Input): Output;
  summary(output: Output): Summary;
  /** An answer as the result cache keeps it, and back. */
  pack(output: Output): string;
  unpack(text: string): Output;
  /** What people are told of an answer: all votes, and what was made of them. JSON. */
  explain(votes: readonly Vote<Ballot>[], output: Output): Readonly<Record<string, unknown>>;
  readonly tensors: TensorView<Input, Output>;
}

/** How a kind is made for a task. */
export interface KindDefinition {
  readonly name: string;
  /** What `ensemble.json` may say for this kind, beyond what all tasks say: by this, misspelt fields are found. */
  readonly fields?: GenericSchema;
  /**
   * @param manifest `ensemble.json`, its common part checked
   * @param directory the task's folder
   * @param graphs of the members, in the manifest's order
   * @throws {ModelError} naming everything in `ensemble.json` or the graphs that is not what this kind takes
   */
  open(
    manifest: Readonly<Record<string, unknown>>,
    directory: string,
    graphs: readonly Graph[],
  ): Promise<Kind>;
}
