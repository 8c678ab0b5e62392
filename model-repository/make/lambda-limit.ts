/** Whether a model is too heavy for Lambda. */
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { sizeLimitBytes, surroundingsBytes } from '../../layers/size-limits.ts';
import { bytesOf } from '../onnx/copy-model.ts';

/** A sentence with the figure; undefined where the model fits. */
export async function lambdaLimitNote(
  directory: string,
  { members }: Pick<Manifest, 'members'>,
): Promise<string | undefined> {
  const bytes = await bytesOf(directory, members);
  const room = sizeLimitBytes - surroundingsBytes;
  if (bytes <= room) return undefined;
  return (
    `its models have ${megabytes(bytes)} MB, and Lambda takes about ${megabytes(room)} MB besides function and runtime: ` +
    'it runs on one machine, and has to shrink for Lambda (INT8 takes a quarter of FP32)'
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
