/** Names that earlier versions used, and their present ones: an error message names the present one. */

/** Fields of `ensemble.json`, by their path. */
const NAMES: Readonly<Record<string, string>> = {
  task: 'model',
  kind: 'pipeline',
  budgetMilliseconds: 'deadlineMilliseconds',
  'reject.answer': 'reject.label',
};

const PIPELINES: Readonly<Record<string, string>> = { 'image-labels': 'image-classification' };

/** @returns the present name of a pipeline; undefined where the name is not a former one */
export function presentPipeline(former: string): string | undefined {
  return Object.hasOwn(PIPELINES, former) ? PIPELINES[former] : undefined;
}

/** @returns one message for each field of an `ensemble.json` that has a former name, and no field with the present one */
export function renamedFields(content: unknown): string[] {
  return Object.entries(NAMES).flatMap(([former, present]) =>
    has(content, former) && !has(content, present)
      ? [`${former}: this field is now called "${present}"`]
      : [],
  );
}

/** Whether there is anything at the path of a field, be it null. */
function has(content: unknown, fieldPath: string): boolean {
  const below = (place: unknown, field: string) =>
    Object.getOwnPropertyDescriptor(Object(place), field)?.value;
  return fieldPath.split('.').reduce(below, content) !== undefined;
}
