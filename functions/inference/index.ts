/** Entry of the bundle: an execution environment is ready when this module is. */
import { pageBeside } from './information/page.ts';
import { startLambda } from './lambda.ts';

export const handler = await startLambda(process.env, pageBeside(import.meta.url));
