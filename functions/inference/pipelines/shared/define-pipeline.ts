/** Defines a pipeline by its name, the schema of its fields in `ensemble.json`, and a function that opens the pipeline. */
import path from 'node:path';
import * as v from 'valibot';
import { checkManifest, ManifestSchema, strictFields } from '../../model/manifest.ts';
import type { Graph, Pipeline, PipelineDefinition } from '../pipeline.ts';

/** What a definition's `open` returns. By default, the pipeline has the definition's name, and packs responses as JSON. */
export type OpenedPipeline<Input, MemberOutput, Output> = Partial<Pipeline<Input, MemberOutput, Output>> &
  Omit<Pipeline<Input, MemberOutput, Output>, 'name' | 'pack' | 'unpack'>;

/** The fields that a pipeline adds to `ensemble.json`. The entry `members`, if any, has the pipeline's fields of each member. */
type FieldsSchema = v.LooseObjectSchema<v.ObjectEntries, undefined>;

interface Definition<Schema extends FieldsSchema, Input, MemberOutput, Output>
  extends Omit<PipelineDefinition, 'fields' | 'open'> {
  readonly fields: Schema;
  /** Opens the pipeline as `PipelineDefinition` does, with checked fields. */
  open(
    manifest: v.InferOutput<Schema>,
    directory: string,
    graphs: readonly Graph[],
  ): Promise<OpenedPipeline<Input, MemberOutput, Output>>;
}

export function definePipeline<Schema extends FieldsSchema, Input, MemberOutput, Output>(
  definition: Definition<Schema, Input, MemberOutput, Output>,
): PipelineDefinition {
  const { name, fields } = definition;
  return {
    ...definition,
    fields: withCommonFields(fields),
    async open(manifest, directory, graphs) {
      const checked = checkManifest(fields, manifest, path.join(directory, 'ensemble.json'));
      const opened = await definition.open(checked, directory, graphs);
      return { name, pack: JSON.stringify, unpack: JSON.parse, ...opened } as Pipeline;
    },
  };
}

function withCommonFields({ entries }: FieldsSchema): v.GenericSchema {
  const { members } = ManifestSchema.entries;
  const own = (entries.members as Partial<typeof members> | undefined)?.item?.entries;
  const member = strictFields({ ...members.item.entries, ...own });
  return strictFields({ ...ManifestSchema.entries, ...entries, members: v.array(member) });
}
