import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Whether Python 3 is installed. Tests that need it are skipped otherwise. */
export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

const SCRIPT = fileURLToPath(new URL('./queue.py', import.meta.url));

/** Parameters of queue.py; times are in milliseconds. */
export interface Shape {
  readonly rate: number;
  readonly burst: number;
  readonly mean: number;
  readonly variation: number;
  readonly provisioned: number;
  readonly limit: number;
  /** Number of requests of a day, which begins cold; 0 if the service never rests. */
  readonly day: number;
  readonly batch: number;
  readonly batches: number;
}

/** The share of late requests in the reference, with three standard errors to each side. */
export async function reference(shape: Shape): Promise<{ late: number; low: number; high: number }> {
  const given = JSON.stringify({ ...shape, cold: 1500, keep: 300_000, seed: 11 });
  const { stdout } = await promisify(execFile)('python3', [SCRIPT, given], { timeout: 60_000 });
  const shares = JSON.parse(stdout) as number[];
  const late = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const squares = shares.reduce((sum, share) => sum + (share - late) ** 2, 0);
  const margin = 3 * Math.sqrt(squares / (shares.length - 1) / shares.length);
  return { late, low: late - margin, high: late + margin };
}
