/** Entry of the bundle. An execution environment is ready when this module has loaded. */
import { pageBeside } from './information/page.ts';
import { startLambda } from './lambda.ts';

export const handler = await startLambda(process.env, pageBeside(import.meta.url));
