import { parseVocabulary } from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

/** Three characters with the same sound, two with another, and one alone. */
export const VOCABULARY = parseVocabulary(
  '甲\t甲乙丙\n乙\t乙甲丙\n丙\t丙甲\n丁\t丁a\na\ta丁\n戊\t戊\n',
  'vocabulary.txt',
);
