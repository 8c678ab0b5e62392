/** The Lambda function that asks the service a sample now and then. Handler: `synthetic-question.handler`. */
import { startSyntheticQuestion } from './handler.ts';

export const handler = await startSyntheticQuestion(process.env);
