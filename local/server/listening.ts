/** The port of a server. */
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';

/** Connections that wait at each socket to be taken; the system has a limit of its own. */
const BACKLOG = 512;
/**
 * Node takes one connection from a listening socket in each turn of its event loop, and a turn with hundreds of requests is long: new
 * connections would wait until their clients give up, and the system would reset some.
 */
const SOCKETS = 32;

/**
 * Opens the port of a server. Where the system shares the connections to one port among several sockets, further servers listen to it
 * and hand theirs over.
 *
 * @returns all that listen
 * @throws {Error} that of the system, such as `EADDRINUSE`
 */
export async function openPort(server: Server, port: number, host: string): Promise<Server[]> {
  if (process.platform !== 'linux') return [await listen(server, { port, host })];
  // Whether another process listens to it is only told a socket that does not share.
  const probe = await listen(createServer(), { port, host });
  const shared = { port: (probe.address() as AddressInfo).port, host, reusePort: true };
  await closePort(probe);
  const servers = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  return Promise.all([server, ...servers].map((one) => listen(one, shared)));
}

/** Resolves when no connection is left, either. */
export function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function listen(server: Server, options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...options, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
