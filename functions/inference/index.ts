/** Entry of the bundle: an execution environment is ready when this module is. */
import { startHandler } from './service/handler.ts';
import { DOCUMENTATION_FILE, pageBeside } from './service/page.ts';

export const handler = await startHandler(
  process.env,
  pageBeside(import.meta.url),
  pageBeside(import.meta.url, DOCUMENTATION_FILE),
);
