/** The Lambda function that CloudFormation calls before the alias points to a new version. Handler: `release-check.handler`. */
import { createCheck } from './handler.ts';

export const handler = createCheck(process.env);
