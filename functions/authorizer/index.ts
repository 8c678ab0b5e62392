/** The Lambda function that decides for API Gateway who may call. Handler: `index.handler`. */
import { startAuthorizer } from './handler.ts';

export const handler = await startAuthorizer(process.env);
