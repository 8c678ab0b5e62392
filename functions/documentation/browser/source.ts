/** What a request is made of. */
import type { ContractClient, Sample } from '../../inference/contracts/client.ts';

/** What somebody has chosen or written, and where a program finds it. */
export interface Source {
  readonly sample: Sample;
  /** What the request holds. */
  readonly kind: 'picture' | 'sentences' | 'tensors';
  /** Name of the picture's file, as it can stand in a command line. */
  readonly file: string;
  /** The text, where it is one. */
  readonly text: string;
}

/** Everything that a request takes. */
export interface RequestDraft {
  readonly client: ContractClient;
  readonly source: Source;
  /** Where a request of the contract goes, by its path. */
  address(path: string): string;
}
