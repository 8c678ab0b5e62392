import { type Field, matching, oneOf, trueOrFalse, wholeNumber } from './field.ts';
import type { OperationSettings } from './operation-settings.ts';

/** An e-mail address. */
export const email = matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an e-mail address');

/** The settings of {@link OperationSettings}. */
export const operationFields: Readonly<Record<keyof OperationSettings, Field>> = {
  alarmEmail: email,
  alarms: oneOf(['strict', 'quiet']),
  syntheticQuestion: trueOrFalse,
  monthlyBudget: wholeNumber(1, 1_000_000, ' (US dollars, for the whole account)'),
  encryptionKeyArn: matching(
    /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
    'the ARN of a key, arn:aws:kms:<region>:<account>:key/<id>',
  ),
  hotfix: trueOrFalse,
};
