/** The port of a server. */
import cluster from 'node:cluster';
import { once } from 'node:events';
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
  // There, the supervisor has the port of several front processes, and hands each the next connection. Where one dies with a connection
  // that it was just handed, that stays open without a response until its client gives up, so Linux shares the port itself.
  if (process.platform !== 'linux') return [await listen(server, { port, host })];
  // The supervisor has made sure of the port.
  const free = cluster.isWorker ? port : await freePort(port, host);
  const shared = { port: free, host, reusePort: true, exclusive: true };
  const servers = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  const all = [server, ...servers];
  return Promise.all(all.map((one) => listen(one, shared))).catch(async (error: Error) => {
    await closePorts(all);
    throw error;
  });
}

/**
 * Whether another process listens to a port is only told a socket that does not share.
 *
 * @returns the port; where it is 0, any that is free
 * @throws {Error} that of the system, such as `EADDRINUSE`
 */
export async function freePort(port: number, host: string): Promise<number> {
  const probe = await listen(createServer(), { port, host });
  const { port: found } = probe.address() as AddressInfo;
  await closePorts([probe]);
  return found;
}

/** Resolves when no connection is left, either. @param servers that listen, or have failed to */
export async function closePorts(servers: readonly Server[]): Promise<void> {
  await Promise.allSettled(servers.map((server) => once(server.close(), 'close')));
}

async function listen(server: Server, options: ListenOptions): Promise<Server> {
  await once(server.listen({ ...options, backlog: BACKLOG }), 'listening');
  return server;
}
