import { Token } from 'aws-cdk-lib';
import { type Kind, parseSetting } from '../configuration/setting.ts';

/** @throws ConfigurationError when a property is no value that a setting may have. What only the deployment knows may be any. */
export function checkValue(kind: Kind<unknown>, name: string, value: number | undefined): void {
  if (value !== undefined && !Token.isUnresolved(value)) parseSetting(kind, name, String(value));
}
