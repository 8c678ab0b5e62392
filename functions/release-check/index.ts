/** The Lambda function that CodeDeploy calls before a new version gets traffic. Handler: `release-check.handler`. */
import { createHook } from './handler.ts';

export const handler = createHook(process.env);
