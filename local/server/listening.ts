import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { ServiceError } from '../service-error.ts';

/** Backlog of each socket; the system has a limit of its own. */
const BACKLOG = 512;
/**
 * Node accepts one connection of a listening socket in each turn of its event loop. A turn with hundreds of requests is long,
 * so with one socket, new connections would wait until their clients give up, and the system would reset some.
 */
const SOCKETS = 32;

/**
 * Opens the port of a server. On Linux, which spreads the connections to a port over several sockets, further servers listen to
 * the port and pass their connections on to `server`.
 * @returns all listening servers
 * @throws {ServiceError} that names the port if it cannot be opened
 */
export async function openPort(server: Server, port: number, host: string): Promise<Server[]> {
  // Except on Linux, the supervisor owns the port of several front processes, and hands each connection to one of them. If that
  // process dies just then, the connection stays open without a response. On Linux, this does not happen, because the system
  // itself spreads the connections over the processes.
  if (process.platform !== 'linux') return [await listen(server, { port, host })];
  // In a front process, the supervisor has checked that the port is free.
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
 * Checks that no other process listens to a port. The probe does not share the port, because a socket that shares it would not
 * fail.
 * @returns the port, or a free one if `port` is 0
 * @throws {ServiceError} that names the port if it cannot be opened
 */
export async function freePort(port: number, host: string): Promise<number> {
  const probe = await listen(createServer(), { port, host });
  const { port: found } = probe.address() as AddressInfo;
  await closePorts([probe]);
  return found;
}

/** Closes ports; resolves when no connection is left. @param servers some of which may have failed to listen */
export async function closePorts(servers: readonly Server[]): Promise<void> {
  await Promise.allSettled(servers.map((server) => once(server.close(), 'close')));
}

async function listen(server: Server, options: ListenOptions): Promise<Server> {
  const { port, host } = options;
  try {
    await once(server.listen({ ...options, backlog: BACKLOG }), 'listening');
    return server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ServiceError(
      code === 'EADDRINUSE'
        ? `port ${port} of ${host} is in use: stop what listens there or choose another --port`
        : `cannot listen on port ${port} of ${host}: ${message}`,
    );
  }
}
