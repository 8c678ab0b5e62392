/** Names of the pipelines whose members take pictures. The file has no imports, because browsers load it, too. */
export const PICTURE_PIPELINES: readonly string[] = [
  'image-classification',
  'image-feature-extraction',
  'object-detection',
];
