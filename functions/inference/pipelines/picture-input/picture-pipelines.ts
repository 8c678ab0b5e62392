/** The pipelines whose members take pictures. Imports nothing: browsers read it, too. */
export const PICTURE_PIPELINES: readonly string[] = [
  'image-classification',
  'image-feature-extraction',
  'object-detection',
];
