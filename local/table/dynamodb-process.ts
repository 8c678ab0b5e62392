/**
 * The program of the embedded DynamoDB: one table, in a folder, on a port of the loopback interface, for whoever has its key.
 * Arguments: folder, name of the table, port (0 for any); the key is the environment's AWS_ACCESS_KEY_ID. Tells its parent the
 * port and why it ends, and ends when the parent has gone.
 */
import { existsSync, statSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { describeUnwritable } from '../data-directory.ts';
import { type HttpReply, type HttpRequest, HttpServer } from '../http/http-server.ts';
import { Guard, STRANGER } from './guard.ts';
import { answerCall } from './protocol/answer-call.ts';
import { Checkpoints } from './store/checkpoints.ts';
import { FolderLock } from './store/folder-lock.ts';
import { forgetExpired } from './store/forget-expired.ts';
import { ItemStore } from './store/item-store.ts';
import type { TableMessage } from './table-message.ts';

const CHECK_MILLISECONDS = 500;
/** An item of the largest size, each of its characters escaped. */
const BODY_LIMIT_BYTES = 3 * 1024 * 1024;
/** SQLite's codes for a file that is damaged, or none of its own (SQLITE_CORRUPT, SQLITE_NOTADB), in the lowest byte. */
const DAMAGED: readonly number[] = [11, 26];
const CONTENT_TYPE = 'content-type: application/x-amz-json-1.0\r\n';

const [, , path = '', name = '', port = '0'] = process.argv;
const file = join(path, `${name}.sqlite`);

// Every write has reached the operating system before it is acknowledged, so there is nothing to flush.
process.on('disconnect', () => process.exit(0));
// A store that has failed once is of no use until it is opened anew.
process.on('uncaughtException', (error) => leave(describeUnwritable(path) ?? describe(error)));

const unwritable = describeUnwritable(path);
if (unwritable === undefined) await open();
else leave(unwritable);

async function open(): Promise<void> {
  const lock = new FolderLock(path);
  // Windows takes its time to let go of what an ended process has locked.
  process.once('exit', () => lock.release());
  const made = !existsSync(file);
  const store = new ItemStore(file);
  new Checkpoints(store, file);
  forgetExpired(store);
  watchFile();
  const opened = await serve(store);
  process.send?.({ port: opened, made } satisfies TableMessage);
  // Keeps the compiled code for the next start: this process ends without notice.
  flushCompileCache();
}

/** @returns the port */
async function serve(store: ItemStore): Promise<number> {
  const guard = new Guard(process.env.AWS_ACCESS_KEY_ID ?? '');
  const table = { name, store };
  let host = '';
  const handle = (request: HttpRequest, reply: HttpReply) => {
    if (!guard.admits(request, host)) {
      reply.send(403, CONTENT_TYPE, STRANGER.json, true);
      return;
    }
    const { status, json } = answerCall(table, request.headers['x-amz-target'], request.body);
    reply.send(status, CONTENT_TYPE, json);
  };
  const server = new HttpServer(handle, { bodyLimit: BODY_LIMIT_BYTES });
  const { port: opened } = await server.listen(Number(port), '127.0.0.1');
  host = `127.0.0.1:${opened}`;
  return opened;
}

function watchFile(): void {
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const own = inode();
  setInterval(() => {
    // What is written from now on would be gone with this process.
    if (inode() !== own) leave(describeUnwritable(path) ?? 'its files were removed');
  }, CHECK_MILLISECONDS);
}

function describe({ message, errcode = 0 }: Error & { errcode?: number }): string {
  return DAMAGED.includes(errcode & 0xff)
    ? `${file} is damaged (${message}): move it away, and an empty table is made in its place`
    : message;
}

function leave(reason: string): void {
  process.send?.({ reason } satisfies TableMessage, () => process.exit(1));
}
