/** Entry of the bundle: an execution environment is ready when this module is. */
import page from 'subsecond:page';
import { startHandler } from './service/handler.ts';

export const handler = await startHandler(process.env, page);
