/**
 * The program of the embedded DynamoDB: dynalite on a folder and a port of the loopback interface, for whoever has its key.
 * Arguments: folder, port (0 for any); the key is the environment's AWS_ACCESS_KEY_ID. Tells its parent the port and why it
 * ends, and ends when the parent has gone.
 */
import { statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import dynalite from 'dynalite';
import { describeUnwritable } from '../data-directory.ts';
import type { TableMessage } from './dynamodb.ts';
import { guard } from './guard.ts';

const CHECK_MILLISECONDS = 500;

const [, , path = '', port = '0'] = process.argv;
const key = process.env.AWS_ACCESS_KEY_ID ?? '';

// Every write has reached the operating system before it is acknowledged, so there is nothing to flush.
process.on('disconnect', () => process.exit(0));
// What fails in the store is thrown where nobody can catch it, and the store is of no use after it.
process.on('uncaughtException', ({ message }) => leave(describeUnwritable(path) ?? message));

const server = dynalite({ path, createTableMs: 0 });
const [serve] = server.listeners('request') as [RequestListener];
server.removeAllListeners('request');
server.listen(Number(port), '127.0.0.1', () => {
  const { port: opened } = server.address() as AddressInfo;
  server.on('request', guard(key, `127.0.0.1:${opened}`, serve));
  process.send?.({ port: opened } satisfies TableMessage);
});

// Once a call has succeeded the store is open, and only then its lock file is there.
let watched = false;
server.on('request', (_request, response) => {
  if (watched) return;
  response.once('finish', () => {
    if (watched || response.statusCode !== 200) return;
    watched = true;
    watchFiles();
  });
});

/** The store makes its lock file when it opens, and writes it never again. */
function watchFiles(): void {
  const lock = inodeOfLock();
  const check = () => {
    const found = inodeOfLock();
    // What is written from now on would be gone with this process.
    if (found === undefined || found !== lock) leave(describeUnwritable(path) ?? 'its files were removed');
  };
  setInterval(check, CHECK_MILLISECONDS);
  check();
}

function inodeOfLock(): number | undefined {
  return statSync(join(path, 'LOCK'), { throwIfNoEntry: false })?.ino;
}

function leave(reason: string): void {
  process.send?.({ reason } satisfies TableMessage, () => process.exit(1));
}
