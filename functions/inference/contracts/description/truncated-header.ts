/** How contracts report that only the beginning of a text counted. */
import type { TextOutput } from '../../pipelines/text/tensor-view.ts';
import { header } from './operation.ts';

/** Indexes of the truncated texts, separated by commas; absent if there are none. */
export const TRUNCATED_HEADER = 'x-subsecond-truncated';

export function truncatedHeader({ truncated }: Pick<TextOutput, 'truncated'>): Record<string, string> {
  return truncated.length > 0 ? { [TRUNCATED_HEADER]: truncated.join(', ') } : {};
}

export const TRUNCATED_DESCRIPTION = {
  [TRUNCATED_HEADER]: header(
    'Indexes of the texts that are longer than the model accepts: only their beginning counts. Missing if there are none.',
    '0',
  ),
};
