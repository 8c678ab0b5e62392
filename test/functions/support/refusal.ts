import { Problem } from '../../../functions/inference/problems/problems.ts';

/** The problem that a request is refused with; undefined if it is accepted. */
export function refusalOf(take: () => unknown): Problem | undefined {
  try {
    take();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
}
