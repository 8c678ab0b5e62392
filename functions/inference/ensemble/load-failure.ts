/** What ONNX Runtime says of files that it cannot load, in the words of those who have such a file. */
import { readFile } from 'node:fs/promises';
import { damageOf } from '../model/damaged-model.ts';
import { ModelError } from '../model/model-error.ts';
import { withoutSource } from '../pipelines/tensor/runtime-message.ts';

const LOADING = /^Load model from .*? failed:/s;
const NO_MODEL = /Protobuf parsing failed|ModelProto does not have a graph/;

/** @returns an error of one line that names the file and no source of ONNX Runtime */
export async function loadFailure(file: string, cause: Error): Promise<ModelError> {
  if (NO_MODEL.test(cause.message)) {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes) return new ModelError(`${file} ${damageOf(bytes)}`, { cause });
  }
  const [said = ''] = cause.message.replace(LOADING, '').split('\n', 1);
  return new ModelError(`${file} cannot be loaded: ${withoutSource(said)}`, { cause });
}
