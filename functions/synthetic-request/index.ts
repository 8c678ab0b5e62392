/** The Lambda function that sends the service a sample now and then. Handler: `synthetic-request.handler`. */
import { startSyntheticRequest } from './handler.ts';

export const handler = await startSyntheticRequest(process.env);
