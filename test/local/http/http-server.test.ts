import { createServer, METHODS } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type HandleRequest,
  type HttpReply,
  HttpServer,
  type HttpServerOptions,
} from '../../../local/http/http-server.ts';

const BODY_LIMIT = 1000;
const PLAIN = 'content-type: text/plain\r\n';
const GET = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

/** Tells what it got. */
const echo: HandleRequest = ({ method, target, body }, reply) =>
  reply.send(200, PLAIN, `${method} ${target} ${body?.toString() ?? 'too large'}`);

async function open(handle: HandleRequest = echo, options: Partial<HttpServerOptions> = {}) {
  const server = new HttpServer(handle, { bodyLimit: BODY_LIMIT, ...options });
  const { port } = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close());
  return { server, port, url: `http://127.0.0.1:${port}` };
}

async function wire(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

describe('The small HTTP server', () => {
  it('speaks with other HTTP clients, request after request', async () => {
    const { url } = await open();

    for (const length of [0, 10, BODY_LIMIT, BODY_LIMIT + 1, 200_000, 5]) {
      const response = await fetch(`${url}/a?b`, { method: 'POST', body: 'x'.repeat(length) });
      const expected = length > BODY_LIMIT ? 'too large' : 'x'.repeat(length);

      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain');
      expect(await response.text()).toBe(`POST /a?b ${expected}`);
    }
  });

  it('takes bodies in chunks', async () => {
    const { url } = await open();
    const parts = new ReadableStream({
      start(controller) {
        for (const part of ['永', 'x', '遠']) controller.enqueue(Buffer.from(part));
        controller.close();
      },
    });

    const response = await fetch(url, { method: 'POST', body: parts, duplex: 'half' } as RequestInit);

    expect(await response.text()).toBe('POST / 永x遠');
  });

  it('sends no body to a HEAD, and its length', async () => {
    const { url } = await open();

    const response = await fetch(url, { method: 'HEAD' });

    expect(response.headers.get('content-length')).toBe('7');
    expect(await response.text()).toBe('');
  });

  it('handles the requests of a connection one after the other, and replies in their order', async () => {
    const replies: HttpReply[] = [];
    const { port } = await open((_, reply) => void replies.push(reply));
    const socket = await wire(port);
    socket.write(GET + GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await expect.poll(() => replies).toHaveLength(1);

    replies[0]?.send(200, '', 'first');
    await expect.poll(() => replies).toHaveLength(2);
    replies[1]?.send(404, '', Buffer.from('second'));

    expect(await text(socket)).toBe(
      'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirst' +
        'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 6\r\n\r\nsecond',
    );
  });

  it('holds up who sends on and on without waiting for replies', async () => {
    const handled = vi.fn();
    const { port } = await open(handled);
    const socket = await wire(port);

    let more = true;
    for (let megabytes = 0; more && megabytes < 100; megabytes += 1) {
      more = socket.write(GET.repeat(30_000));
      if (!more) more = await Promise.race([drained(socket), later(500)]);
    }

    expect(more).toBe(false);
    expect(handled).toHaveBeenCalledOnce();
  });

  it('tells who has not replied yet that the client has gone, and takes the reply for nothing', async () => {
    const lost = vi.fn();
    let reply: HttpReply | undefined;
    const { port } = await open((_, open) => {
      reply = open;
      open.onLost(lost);
    });
    const socket = await wire(port);
    socket.write(GET);
    await expect.poll(() => reply).toBeDefined();

    socket.end();

    await expect.poll(() => lost).toHaveBeenCalledOnce();
    expect(() => reply?.send(200, '', '')).not.toThrow();
  });

  it('answers what it cannot read, and closes the connection', async () => {
    const { port } = await open();
    const socket = await wire(port);

    socket.write(`${GET}nonsense\r\n\r\n${GET}`);

    expect(await text(socket)).toMatch(
      /^HTTP\/1\.1 200 OK\r\n.*GET \/ HTTP\/1\.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n$/s,
    );
  });

  it('says 408 to who does not finish a request in time, however often it sends a byte', async () => {
    const { port } = await open(echo, { receiveMilliseconds: 100 });
    const socket = await wire(port);
    socket.write(GET.slice(0, 20));
    const trickle = setInterval(() => socket.write('x'), 10);
    onTestFinished(() => clearInterval(trickle));

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('lets a client be idle between its requests', async () => {
    const { port } = await open(echo, { receiveMilliseconds: 20 });
    const socket = await wire(port);
    const received = text(socket);

    socket.write(GET);
    await later(100);
    socket.end(GET);

    expect((await received).match(/200 OK/g)).toHaveLength(2);
  });

  it('breaks every connection off when it closes', async () => {
    const { server, port } = await open();
    const socket = await wire(port);

    server.close();

    await expect(text(socket)).resolves.toBe('');
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  });
});

const later = (milliseconds: number) =>
  new Promise<false>((resolve) => void setTimeout(() => resolve(false), milliseconds));
const drained = (socket: Socket) =>
  new Promise<true>((resolve) => void socket.once('drain', () => resolve(true)));

describe('Beside node:http', () => {
  /** Numbers that are the same with every run (a linear congruential generator, Numerical Recipes). */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  /** A connection's worth of requests, one of them damaged now and then. */
  function compose(random: (below: number) => number): string {
    const requests = Array.from({ length: 1 + random(3) }, () => {
      const body = 'b'.repeat(random(40));
      const chunks = random(2) === 0 ? chunked(body, 1 + random(20)) : undefined;
      const framing = chunks === undefined ? `Content-Length: ${body.length}` : 'Transfer-Encoding: chunked';
      return `POST /${random(100)} HTTP/1.1\r\nHost: here\r\nX-Kind: ${random(9)}\r\n${framing}\r\n\r\n${chunks ?? body}`;
    });
    const all = requests.join('');
    if (random(2) === 0) return all;
    const place = random(all.length);
    const strange = ['', '\0', ' ', ':', '\n', '\r', 'G', '7', ';', '\r\n'][random(10)] as string;
    return all.slice(0, place) + strange + all.slice(place + random(2));
  }

  const chunked = (body: string, size: number) => {
    const pieces = body.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
  };

  async function ask(port: number, bytes: string): Promise<string[]> {
    const socket = await wire(port);
    socket.on('error', () => {});
    const received = text(socket).catch(() => '');
    socket.end(bytes, 'latin1');
    return [...(await received).matchAll(/<(.*?)>/g)].map(([, echoed]) => echoed as string);
  }

  it('it understands of 250 connections, half of them damaged, nothing that node:http does not', async () => {
    const reference = createServer(async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body !== undefined) response.end(`<${request.method} ${request.url} ${body}>`);
    });
    // It would break the connection off before those in front of the damage have their replies.
    reference.on('clientError', (_, socket) => void setTimeout(() => socket.destroy(), 2));
    await new Promise<void>((resolve) => reference.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void reference.close());
    const { port } = await open(({ method, target, body }, reply) => {
      // Which methods there are is for the handler to say; node:http has a list.
      if (METHODS.includes(method)) reply.send(200, '', `<${method} ${target} ${body}>`);
      else reply.send(501, '', '', true);
    });
    const { port: referencePort } = reference.address() as { port: number };
    const random = numbers(1);
    let same = 0;
    for (let round = 0; round < 250; round += 1) {
      const bytes = compose(random);
      const [ours, theirs] = await Promise.all([ask(port, bytes), ask(referencePort, bytes)]);
      expect(theirs.slice(0, ours.length), JSON.stringify(bytes)).toEqual(ours);
      if (ours.length === theirs.length) same += 1;
    }
    expect(same).toBeGreaterThan(225);
  });
});
