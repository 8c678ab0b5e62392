/** The Lambda authorizer of API Gateway. Handler: `index.handler`. */
import { startAuthorizer } from './handler.ts';

export const handler = await startAuthorizer(process.env);
