/** Names that earlier versions used, and their present ones: an error message names the present one. */

/** Fields of `ensemble.json`, and settings of a deployment. */
const NAMES: Readonly<Record<string, string>> = {
  task: 'model',
  kind: 'pipeline',
  budgetMilliseconds: 'deadlineMilliseconds',
  syntheticQuestion: 'syntheticRequest',
};

const PIPELINES: Readonly<Record<string, string>> = { 'image-labels': 'image-classification' };

/** @returns the present name of a field, setting or option; undefined where the name is not a former one */
export function presentName(former: string): string | undefined {
  return Object.hasOwn(NAMES, former) ? NAMES[former] : undefined;
}

/** @returns the present name of a pipeline; undefined where the name is not a former one */
export function presentPipeline(former: string): string | undefined {
  return Object.hasOwn(PIPELINES, former) ? PIPELINES[former] : undefined;
}

/** @returns one message for each field of an `ensemble.json` that has a former name, and no field with the present one */
export function renamedFields(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.keys(content).flatMap((field) => {
    const present = presentName(field);
    return present === undefined || Object.hasOwn(content, present)
      ? []
      : [`${field}: this field is now called "${present}"`];
  });
}
