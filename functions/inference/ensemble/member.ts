/** One ONNX model of the ensemble, and how long it takes. */
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { processEnvironment } from '../../process-environment.ts';
import type { PixelGrid } from '../image.ts';
import { RunningDuration } from '../running-duration.ts';
import type { MemberEntry } from './manifest.ts';
import { ModelError, readModelFile, verify } from './model-file.ts';

// For commands that load members in their own process.
process.env.ORT_DISABLE_TELEMETRY ??= processEnvironment.ORT_DISABLE_TELEMETRY;

const INPUT = 'pixels';
const OUTPUT = 'probabilities';
/** The first run allocates memory; the second shows what a run costs. */
const WARM_UP_RUNS = 2;

/** A loaded, verified and warmed-up model. */
export class Member {
  readonly name: string;
  readonly weight: number;
  readonly duration = new RunningDuration();
  readonly #session: InferenceSession;

  private constructor(entry: MemberEntry, session: InferenceSession) {
    this.name = entry.name;
    this.weight = entry.weight;
    this.#session = session;
  }

  /**
   * Loads a member while its hash is computed on another thread, then runs it until it is warm.
   *
   * @throws {ModelError} when the file is missing, corrupt, or a graph of another shape
   */
  static async load(
    directory: string,
    entry: MemberEntry,
    grid: PixelGrid,
    labelCount: number,
    threads: number,
  ): Promise<Member> {
    const file = path.join(directory, entry.file);
    const bytes = await readModelFile(file);
    const verified = verify(file, bytes, entry.sha256);
    const created = InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
    }).catch((cause: Error) => {
      throw new ModelError(`${file} cannot be loaded: ${cause.message}`, { cause });
    });
    created.catch(() => {}); // Reported below, unless the hash explains it better.
    await verified;
    const session = await created;
    checkShape(file, session, grid, labelCount);
    const member = new Member(entry, session);
    const blank = new Tensor('uint8', new Uint8Array(grid.width * grid.height * 3), shapeOf(grid));
    for (let run = 0; run < WARM_UP_RUNS; run++) {
      const started = performance.now();
      await member.run(blank);
      member.duration.restart(performance.now() - started);
    }
    return member;
  }

  /** Probabilities of every label for one picture. Blocks the event loop until it is done. */
  async run(pixels: Tensor): Promise<Float32Array> {
    const { [OUTPUT]: probabilities } = await this.#session.run({ [INPUT]: pixels });
    return (probabilities as Tensor).data as Float32Array;
  }
}

/** Shape of the one-picture batch that members take: NHWC. */
export function shapeOf(grid: PixelGrid): [number, number, number, number] {
  return [1, grid.height, grid.width, 3];
}

function checkShape(file: string, session: InferenceSession, grid: PixelGrid, labelCount: number): void {
  const input = session.inputMetadata.find(({ name }) => name === INPUT);
  const output = session.outputMetadata.find(({ name }) => name === OUTPUT);
  const takes = input?.isTensor ? `${input.type} [${input.shape.slice(1).join(', ')}]` : 'nothing';
  const gives = output?.isTensor ? `${output.type} [${output.shape.slice(1).join(', ')}]` : 'nothing';
  const mustTake = `uint8 [${grid.height}, ${grid.width}, 3]`;
  const mustGive = `float32 [${labelCount}]`;
  if (session.inputNames.length !== 1 || takes !== mustTake) {
    throw new ModelError(
      `${file} takes ${takes} as "${INPUT}" per picture where ensemble.json says ${mustTake}`,
    );
  }
  if (gives !== mustGive) {
    throw new ModelError(
      `${file} gives ${gives} as "${OUTPUT}" per picture where ensemble.json says ${mustGive}`,
    );
  }
}
