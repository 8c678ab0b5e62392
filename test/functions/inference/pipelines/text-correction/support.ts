import {
  parseVocabulary,
  type Vocabulary,
} from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

/** @throws where the text is no vocabulary */
export function vocabularyOf(text: string): Vocabulary {
  const parsed = parseVocabulary(text);
  if (Array.isArray(parsed)) throw new Error(parsed.join('; '));
  return parsed;
}

/** Three that sound alike, two that do, and one of its own. */
export const VOCABULARY = vocabularyOf('甲\t甲乙丙\n乙\t乙甲丙\n丙\t丙甲\n丁\t丁a\na\ta丁\n戊\t戊\n');
