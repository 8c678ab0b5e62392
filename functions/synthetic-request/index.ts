/** The Lambda function that sends samples on a schedule. Handler: `synthetic-request.handler`. */
import { startSyntheticRequest } from './handler.ts';

export const handler = await startSyntheticRequest(process.env);
