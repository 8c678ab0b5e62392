import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Invocation } from '../../../local/environments/invocation.ts';
import { Gateway } from '../../../local/gateway/gateway.ts';
import type { GatewayLimits } from '../../../local/gateway/limits.ts';

/** For `expect.poll`, where other work takes the processor. */
export const PATIENT = { timeout: 10_000, interval: 5 };

/** A gateway on a port of its own, in front of a function that lives in the test. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly url: string;
  readonly port: number;
  /** What has reached the function, in its order. */
  readonly invocations: Invocation[];
}

/** Answers with the event it got. */
export function echo(invocation: Invocation): void {
  const body = invocation.event.toString();
  const payload = { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
  invocation.settle({ answered: true, payload: Buffer.from(JSON.stringify(payload)) });
}

/** Opens a gateway that is gone when the test is over. */
export async function openGateway(
  limits: Partial<GatewayLimits> = {},
  submit: (invocation: Invocation) => void = echo,
): Promise<OpenGateway> {
  const invocations: Invocation[] = [];
  const pool = {
    submit(invocation: Invocation) {
      invocations.push(invocation);
      submit(invocation);
    },
    withdraw() {},
  };
  const gateway = new Gateway(() => pool, limits);
  const { port } = await gateway.listen(0, '127.0.0.1');
  onTestFinished(() => {
    const closed = gateway.close();
    gateway.closeConnections();
    return closed;
  });
  return { gateway, url: `http://127.0.0.1:${port}`, port, invocations };
}

/** A bare connection, for what no HTTP library would send. */
export interface Wire {
  readonly socket: Socket;
  /** Everything that has come so far. */
  received: string;
  /** Resolves when the other side has closed, to undefined or to the code of the error that ended it. */
  readonly closed: Promise<string | undefined>;
}

export async function openWire(port: number): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const closed = new Promise<string | undefined>((resolve) => {
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    socket.on('close', () => resolve(undefined));
  });
  const wire: Wire = { socket, received: '', closed };
  socket.on('data', (bytes) => {
    wire.received += bytes;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return wire;
}

/** Lines of a request's head, ended as HTTP wants them. */
export function head(...lines: string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}
