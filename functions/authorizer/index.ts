/** The Lambda function that API Gateway asks who may call. Handler: `index.handler`. */
import { startAuthorizer } from './handler.ts';

export const handler = await startAuthorizer(process.env);
