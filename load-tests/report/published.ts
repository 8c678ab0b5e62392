import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What others have published about their own service for the same task: their numbers, on their machines. */
export interface Published {
  /** The scenario that comes nearest to how they measured. */
  scenario: string;
  requestsPerSecond: number;
  latency: string;
  remark: string;
}

/** Reads `published.json` of a task's folder; nothing where the task has none. */
export function readPublished(directory: string): Published[] {
  const file = join(directory, 'published.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** The figures to show beside a run of `scenario`. */
export function publishedFor(scenario: string, published: readonly Published[] = []): Published[] {
  return published.filter((figure) => figure.scenario === scenario);
}
