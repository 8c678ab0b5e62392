/** The program that makes a model's folder from an ONNX file or an exported folder. Some graphs keep it busy for ever. */
import { serveBareModel } from '../../model-repository/find-model.ts';
import type { ModelOptions } from '../../model-repository/make/model-options.ts';
import { UsageError } from '../../project/usage-error.ts';

/** The first argument of the program, as JSON. */
export interface MakeOrder {
  readonly model: string;
  readonly dataDirectory: string;
  readonly options: ModelOptions | undefined;
}

export type MakeMessage =
  | { readonly directory: string }
  | { readonly error: string; readonly isOfUsage: boolean };

const { model, dataDirectory, options } = JSON.parse(process.argv[2]!) as MakeOrder;

const message: MakeMessage = await serveBareModel(model, dataDirectory, options).then(
  (directory) => ({ directory }),
  (error) => ({
    error: String(error.message),
    isOfUsage: error instanceof UsageError,
  }),
);
process.send!(message, undefined, undefined, () => process.exit());
