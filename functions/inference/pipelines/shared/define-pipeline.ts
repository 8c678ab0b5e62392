/** Defines a pipeline by the schema of its fields in `ensemble.json`, and a function that opens it. */
import path from 'node:path';
import type * as v from 'valibot';
import { checkManifest } from '../../model/manifest.ts';
import type { Graph, Pipeline, PipelineDefinition } from '../pipeline.ts';

export type OpenedPipeline<Input, MemberOutput, Output> = Omit<Pipeline<Input, MemberOutput, Output>, 'name'>;

interface Definition<Schema extends v.GenericSchema, Input, MemberOutput, Output>
  extends Omit<PipelineDefinition, 'fields' | 'open'> {
  readonly fields: Schema;
  /** Opens the pipeline as `PipelineDefinition` does, with checked fields. */
  open(
    manifest: v.InferOutput<Schema>,
    directory: string,
    graphs: readonly Graph[],
  ): Promise<OpenedPipeline<Input, MemberOutput, Output>>;
}

export function definePipeline<Schema extends v.GenericSchema, Input, MemberOutput, Output>(
  definition: Definition<Schema, Input, MemberOutput, Output>,
): PipelineDefinition {
  const { name, fields } = definition;
  return {
    ...definition,
    async open(manifest, directory, graphs) {
      const checked = checkFields(fields, manifest, directory);
      return { name, ...(await definition.open(checked, directory, graphs)) } as Pipeline;
    },
  };
}

/** A pipeline's fields in the `ensemble.json` of a folder. @throws {ModelError} naming those that are wrong */
export function checkFields<Schema extends v.GenericSchema>(
  fields: Schema,
  manifest: unknown,
  directory: string,
): v.InferOutput<Schema> {
  return checkManifest(fields, manifest, path.join(directory, 'ensemble.json'));
}
