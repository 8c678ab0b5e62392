/** Earlier, the server accepted one connection per turn of the event loop, so new clients gave up while they waited. */
import { connect, createServer, Server } from 'node:net';
import { nextTick } from 'node:process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { closePorts, openPort } from '../../../local/server/listening.ts';

const CONNECTIONS = 64;

it.runIf(process.platform === 'linux')(
  'Several waiting connections are accepted in one turn of the event loop',
  async () => {
    let [accepted, turn] = [0, 0];
    const turns = new Set<number>();
    const server = createServer((socket) => {
      socket.end();
      accepted += 1;
      turns.add(turn);
      setImmediate(() => (turn = accepted));
    });
    const ports = await openPort(server, 0, '127.0.0.1');
    onTestFinished(() => closePorts(ports));
    const { port } = server.address() as { port: number };

    const clients = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1').resume());
    await promisify(nextTick)();
    // Blocks the event loop while the system establishes the connections.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    await expect.poll(() => accepted).toBe(CONNECTIONS);
    for (const client of clients) client.end();

    expect(turns.size).toBeLessThan(CONNECTIONS / 2);
  },
);

it.runIf(process.platform === 'linux')(
  'A failed start leaves no socket open, which would keep its process alive',
  async () => {
    const listen = Server.prototype.listen;
    const opened: Server[] = [];
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function (
      this: Server,
      ...parameters: Parameters<Server['listen']>
    ) {
      opened.push(this);
      if (opened.length !== 5) return listen.apply(this, parameters);
      nextTick(() => this.emit('error', new Error('EMFILE')));
      return this;
    });
    onTestFinished(() => void vi.restoreAllMocks());

    await expect(openPort(createServer(), 0, '127.0.0.1')).rejects.toThrow('EMFILE');

    expect(opened.length).toBeGreaterThan(5);
    expect(opened.filter(({ listening }) => listening)).toEqual([]);
  },
);
