import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { KeptConnections } from '../../../../../../functions/inference/cache/dynamodb/http/kept-connections.ts';
import { CERTIFICATE, ELSEWHERE, KEY } from '../../../../../fixtures/tls/certificates.ts';

const run = promisify(execFile);
const CLIENT = path.resolve(
  import.meta.dirname,
  '../../../../../../functions/inference/cache/dynamodb/http/kept-connections.ts',
);
const patience = () => AbortSignal.timeout(15_000);

describe('calls over kept connections', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  /** @returns its address, and all connections that were made to it */
  async function listen(server: Server, protocol = 'http', host = '127.0.0.1') {
    const sockets: Socket[] = [];
    server.on(protocol === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
      sockets.push(socket.on('error', () => {}));
      ends.push(() => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => server.close());
    return { url: new URL(`${protocol}://${host}:${(server.address() as AddressInfo).port}/`), sockets };
  }

  function keep(url: URL, most = 2) {
    const connections = new KeptConnections(url, most);
    ends.push(() => connections.destroy());
    const ask = (body: string, signal = patience()) => connections.post({ host: url.host }, body, signal);
    return { connections, ask };
  }

  /** Answers with what it was asked. */
  const echo = async (request: IncomingMessage, response: ServerResponse) => {
    response.end(await text(request));
  };
  const raw = (answer: (socket: Socket, asked: number) => void) => {
    let asked = 0;
    return createRawServer((socket) => {
      socket.on('data', () => {
        asked += 1;
        answer(socket, asked);
      });
    });
  };

  it('bring what was asked, whatever its letters, and what is answered', async () => {
    let headers: IncomingMessage['headers'] = {};
    const server = createServer((request, response) => {
      headers = request.headers;
      void echo(request, response);
    });
    const { url } = await listen(server);

    await expect(keep(url).ask('{"answer":"永 é 😀"}')).resolves.toMatchObject({
      status: 200,
      text: '{"answer":"永 é 😀"}',
    });
    expect(headers).toMatchObject({ host: url.host, 'content-length': '24' });
  });

  it('share so many connections, a thousand at once, and each gets its own answer', async () => {
    const { url, sockets } = await listen(createServer(echo));
    const { ask } = keep(url, 4);

    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => ask(`question ${index}`)));

    expect(answers.map((answer) => answer.text)).toEqual(answers.map((_, index) => `question ${index}`));
    expect(sockets).toHaveLength(4);
  });

  it('bring answers that are longer than what is read at once, each of them whole', async () => {
    const { url } = await listen(createServer(echo));
    const { ask } = keep(url, 4);
    const questions = Array.from({ length: 8 }, (_, index) => `${index}永`.repeat(50_000));

    const answers = await Promise.all(questions.map((question) => ask(question)));

    expect(answers.map(({ text }, index) => text === questions[index])).toEqual(questions.map(() => true));
  });

  it('take answers byte by byte, of a length and in chunks', async () => {
    const answers = [
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"永"',
      'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n3\r\na"}\r\n0\r\n\r\n',
    ];
    const { url, sockets } = await listen(
      raw(async (socket, asked) => {
        socket.setNoDelay(true);
        for (const byte of Buffer.from(answers[asked - 1] ?? '')) {
          socket.write(Buffer.of(byte));
          await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    );
    const { ask } = keep(url);

    expect(await ask('one')).toMatchObject({ status: 200, text: '"永"' });
    expect(await ask('two')).toMatchObject({ status: 400, text: '{"a"}' });
    expect(sockets).toHaveLength(1);
  });

  it('make a new connection after the other side has said that it closes', async () => {
    const { url, sockets } = await listen(
      createServer((_, response) => response.setHeader('connection', 'close').end('{}')),
    );
    const { ask } = keep(url);

    await ask('one');
    await ask('two');

    expect(sockets).toHaveLength(2);
  });

  it('trust no connection on which something came that nobody asked for', async () => {
    const two = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\none'.repeat(2);
    const { url, sockets } = await listen(raw((socket) => socket.write(two)));
    const { ask } = keep(url);

    await ask('one');
    await ask('two');

    expect(sockets).toHaveLength(2);
  });

  it('fail where the other side dies in mid-answer, and are not sent again', async () => {
    let asked = 0;
    const server = raw((socket) => {
      asked += 1;
      if (asked === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"half":');
    });
    const { ask } = keep((await listen(server)).url);

    await ask('one');
    await expect(ask('two')).rejects.toMatchObject({ code: 'ECONNRESET' });

    expect(asked).toBe(2);
  });

  it('are sent again, once and on a new connection, where all kept ones were closed meanwhile', async () => {
    const asked: number[] = [];
    const { url, sockets } = await listen(
      createServer(async (request, response) => {
        const index = sockets.indexOf(request.socket);
        asked.push(index);
        // As an environment that was frozen finds them: it writes before it hears that they are closed.
        if (index < 3 && asked.length > 3) request.socket.destroy();
        else await echo(request, response);
      }),
    );
    const { ask } = keep(url, 3);
    await Promise.all(['a', 'b', 'c'].map((body) => ask(body)));

    await expect(ask('d')).resolves.toMatchObject({ text: 'd' });

    expect(asked.length).toBe(5);
    expect(asked.at(-1)).toBe(3);
  });

  it('fail at once where a new connection is closed without an answer', async () => {
    let asked = 0;
    const { url } = await listen(
      raw((socket) => {
        asked += 1;
        socket.destroy();
      }),
    );

    await expect(keep(url).ask('one')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(1);
  });

  it('fail as the system says where nobody listens', async () => {
    await expect(keep(new URL('http://127.0.0.1:1/')).ask('one')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('that are given up close their connection, and no other', async () => {
    const given = new AbortController();
    const { url, sockets } = await listen(
      createServer(async (request, response) => {
        const body = await text(request);
        if (body === 'silence') return given.abort();
        setTimeout(() => response.end(body), 30);
      }),
    );
    const { ask } = keep(url, 2);
    const other = ask('other');
    const silent = ask('silence', given.signal);

    await expect(silent).rejects.toMatchObject({ name: 'AbortError' });
    await expect(other).resolves.toMatchObject({ text: 'other' });
    expect(sockets).toHaveLength(2);
    await expect(ask('next')).resolves.toMatchObject({ text: 'next' });
    expect(sockets).toHaveLength(2);
  });

  it('that are given up while they wait leave the line', async () => {
    const { url } = await listen(createServer((_, response) => void setTimeout(() => response.end(), 50)));
    const { ask } = keep(url, 1);
    const first = ask('first');
    const waiting = ask('waiting', AbortSignal.timeout(5));
    const last = ask('last');

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(ask('late', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    await expect(Promise.all([first, last])).resolves.toHaveLength(2);
  });

  it('let no header end early', async () => {
    const { connections } = keep(new URL('http://127.0.0.1:1/'));

    await expect(
      connections.post({ token: 'a\r\nx-injected: b' }, '', AbortSignal.timeout(1_000)),
    ).rejects.toThrow('The header token must be one line');
  });

  it('keep no process from ending', async () => {
    const { url } = await listen(createServer(echo));
    const script = `
      const { KeptConnections } = await import(${JSON.stringify(CLIENT)});
      const connections = new KeptConnections(new URL(${JSON.stringify(url.href)}), 1);
      const { text } = await connections.post({ host: 'here' }, 'done', new AbortController().signal);
      console.log(text);`;

    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 15_000,
    });

    expect(stdout).toBe('done\n');
  });

  describe('in secret', () => {
    const secure = (cert = CERTIFICATE) => createSecureServer({ cert, key: KEY }, echo);
    const trust = () => {
      const before = getCACertificates('default');
      ends.push(() => setDefaultCACertificates(before));
      setDefaultCACertificates([...before, CERTIFICATE, ELSEWHERE]);
    };

    it.each(['localhost', '127.0.0.1'])('reach whom this machine trusts, by the name %s', async (host) => {
      trust();
      const { url, sockets } = await listen(secure(), 'https', host);
      const { ask } = keep(url);

      await ask('one');

      await expect(ask('two')).resolves.toMatchObject({ status: 200, text: 'two' });
      expect(sockets).toHaveLength(1);
    });

    it('take up the session of the last connection with the next', async () => {
      trust();
      const server = secure();
      const reused: boolean[] = [];
      server.on('secureConnection', (socket) => reused.push(socket.isSessionReused()));
      const { url } = await listen(server, 'https', 'localhost');
      const { ask } = keep(url);
      await ask('one');
      server.closeIdleConnections();

      await ask('two');

      expect(reused).toEqual([false, true]);
    });

    it('fail where nobody has signed for the other side', async () => {
      const { url } = await listen(secure(), 'https', 'localhost');

      await expect(keep(url).ask('one')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    });

    it('fail where the other side has another name', async () => {
      trust();
      const { url } = await listen(secure(ELSEWHERE), 'https', 'localhost');

      await expect(keep(url).ask('one')).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    });
  });
});
