/** One ONNX model of the ensemble, with the durations of its runs. */

import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import type { MemberEntry } from '../model/manifest.ts';
import { BatchError, ModelError } from '../model/model-error.ts';
import { damageOf } from '../model/model-proto.ts';
import type { Tensors } from '../model/tensors.ts';
import type { Graph } from '../pipelines/pipeline.ts';
import { withoutSource } from '../pipelines/tensor/runtime-message.ts';
import { Problem } from '../problems/problems.ts';
import { type BatchLimits, BatchQueue, type MemberResult, type MemberRun } from './batch-queue.ts';
import { DurationByWork } from './duration-by-work.ts';
import { findDependence, type Trial } from './independent-requests.ts';
import { outputLimit, requireSmall } from './output-limit.ts';
import { fromRuntime, graphOf, toRuntime } from './runtime-tensors.ts';

export class Member {
  readonly name: string;
  readonly weight: number;
  readonly graph: Graph;
  readonly duration = new DurationByWork();
  readonly #session: InferenceSession;
  readonly #requireSmallOutputs: ReturnType<typeof outputLimit>;
  #queue: BatchQueue | undefined;

  private constructor(entry: MemberEntry, file: string, session: InferenceSession) {
    this.name = entry.name;
    this.weight = entry.weight;
    this.graph = graphOf(file, session);
    this.#session = session;
    this.#requireSmallOutputs = outputLimit(this.graph);
  }

  /**
   * Loads a member from verified files. ONNX Runtime gets the paths of the files, because it then needs a third less time than
   * with their bytes, and maps external data into memory instead of copying them.
   * @throws {ModelError} when ONNX Runtime cannot load the file
   */
  static async load(directory: string, entry: MemberEntry, threads: number): Promise<Member> {
    const file = path.join(directory, entry.file);
    const session = await InferenceSession.create(file, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      ...QUIET,
    }).catch((cause: Error) => {
      throw loadFailure(file, cause);
    });
    return new Member(entry, file, session);
  }

  /**
   * Runs the model once to allocate its memory, and a second time to measure the duration.
   * @param once leaves out the second run. The duration is then too high, until a run with about the same work corrects it.
   * @throws {ModelError} if the model cannot run the requests of its pipeline
   */
  async warmUp(feeds: Tensors, outputs: readonly string[], once: boolean): Promise<Tensors> {
    let given: Tensors = {};
    for (let run = 0; run < (once ? 1 : 2); run++) {
      const started = performance.now();
      given = await this.run(feeds, outputs).catch((cause: Error) => {
        throw new ModelError(`${this.graph.file} fails in the warm-up: ${cause.message}`, { cause });
      });
      const milliseconds = performance.now() - started;
      if (once) this.duration.guess(milliseconds);
      else this.duration.restart(milliseconds);
    }
    return given;
  }

  /**
   * From now on, requests that arrive while the member is busy run in batches.
   * @throws {BatchError} if an input or output has no open first dimension, or `findDependence` finds a reason against batches
   */
  async openBatches(
    limits: BatchLimits,
    outputs: readonly string[],
    requests: Pick<Trial, 'blank' | 'contrasting'>,
  ): Promise<void> {
    const { file, inputs, outputs: given } = this.graph;
    const fixed = [...inputs, ...given.filter(({ name }) => outputs.includes(name))].find(
      ({ shape: [rows] }) => rows === undefined || (typeof rows === 'number' && rows > 0),
    );
    if (fixed) {
      const why = `"${fixed.name}" is [${fixed.shape.join(', ')}], but its first dimension must accept any size`;
      throw new BatchError(file, limits.largest, why);
    }
    const run = (tensors: Tensors) => this.run(tensors, outputs);
    const dependence = await findDependence({ ...requests, ...limits, run });
    if (dependence !== undefined) throw new BatchError(file, limits.largest, dependence);
    this.#queue = new BatchQueue(run, this.duration, limits);
  }

  /**
   * Runs the model on this request, alone or in a batch with other waiting requests, and measures the run.
   * @returns undefined if requests run in batches, and the time left is too short for a run
   */
  async predict(request: MemberRun, outputs: readonly string[]): Promise<MemberResult | undefined> {
    if (this.#queue) return this.#queue.predict(request);
    const started = performance.now();
    const given = await this.run(request.tensors, outputs);
    const milliseconds = performance.now() - started;
    this.duration.add(milliseconds, request.work);
    return { outputs: given, milliseconds, batch: 1 };
  }

  /**
   * Outputs of one run. Blocks the event loop until the run is done.
   * @throws {Problem} if the outputs are too large, or memory is used up
   */
  async run(feeds: Tensors, outputs: readonly string[]): Promise<Tensors> {
    this.#requireSmallOutputs(feeds, outputs);
    try {
      const given = fromRuntime(await this.#session.run(toRuntime(feeds), outputs, QUIET));
      requireSmall(given);
      return given;
    } catch (error) {
      throw OUT_OF_MEMORY.test((error as Error).message) ? new Problem('too-much-memory') : error;
    }
  }
}

/** Errors are thrown, so ONNX Runtime must not write them to standard error as well, where every line is JSON. */
const QUIET = { logSeverityLevel: 4 } as const;
/** Messages of ONNX Runtime, the C++ standard library and V8. */
const OUT_OF_MEMORY = /Failed to allocate memory|bad_alloc|Array buffer allocation failed/;
const LOADING = /^Load model from .*? failed:/s;
const NO_MODEL = /Protobuf parsing failed|ModelProto does not have a graph/;
/** Messages of ONNX Runtime about models that must be exported differently, each with advice. */
const REMEDIES: readonly (readonly [message: RegExp, remedy: string])[] = [
  [
    /Failed to construct locale/,
    'converts letters to lower case by the rules of a locale that this machine, Docker and Lambda lack: export it with ' +
      'options={TfidfVectorizer: {"locale": "C.UTF-8"}} in to_onnx (skl2onnx; CountVectorizer likewise)',
  ],
  [
    /Unsupported data type: 16$/,
    'has inputs or outputs in BF16, which ONNX Runtime does not support in Node: export it in FP32 or FP16, in PyTorch with model.float() ' +
      'or model.half()',
  ],
];

/** @returns an error of one line, which names the file of the model but no source file of ONNX Runtime */
function loadFailure(file: string, cause: Error): ModelError {
  if (NO_MODEL.test(cause.message)) {
    return new ModelError(`${file} ${damageOf(file)}`, { cause });
  }
  const remedy = REMEDIES.find(([message]) => message.test(cause.message))?.[1];
  if (remedy) return new ModelError(`${file} ${remedy}`, { cause });
  const [message = ''] = cause.message.replace(LOADING, '').split('\n', 1);
  return new ModelError(`${file} cannot be loaded: ${withoutSource(message)}`, { cause });
}
