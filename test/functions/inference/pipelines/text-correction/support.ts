import {
  parseVocabulary,
  type Vocabulary,
} from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

/** @throws if the text is not a valid vocabulary */
export function vocabularyOf(text: string): Vocabulary {
  const parsed = parseVocabulary(text);
  if (Array.isArray(parsed)) throw new Error(parsed.join('; '));
  return parsed;
}

/** Three characters with the same sound, two with another, and one alone. */
export const VOCABULARY = vocabularyOf('甲\t甲乙丙\n乙\t乙甲丙\n丙\t丙甲\n丁\t丁a\na\ta丁\n戊\t戊\n');
