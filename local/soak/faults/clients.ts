/** Clients that are slow, silent, greedy or gone: whoever asks properly must not notice them. */
import { randomUUID } from 'node:crypto';
import type { ContractRequest } from '../../../functions/inference/contracts/client.ts';
import { bytesOf } from './damaged-requests.ts';
import { type Fault, NotSurvived, type Stage } from './fault.ts';
import { headOf, RawClient, wholeOf } from './raw-client.ts';

const RECOVERY_SECONDS = 15;
/** Share of the crowd's attempts that may be refused meanwhile: the machine is busy with bad clients, too. */
const TOLERATED_REFUSALS = 0.1;
/** Bytes that are announced and never come: as many as API Gateway takes. */
const ANNOUNCED_BYTES = 10 * 1024 * 1024;
/** More than it takes. */
const TOO_MANY_BYTES = 11_000_000;
const REPLY_MILLISECONDS = 10_000;

export const clientFaults: readonly Fault[] = [
  badClients('20 clients that send a byte a second', 20, 5000, (client, request) => {
    const body = bytesOf(request);
    client.send(headOf(request, { 'content-length': String(body.length) }));
    let sent = 0;
    return () => client.send(body.subarray(sent, ++sent));
  }),
  badClients('100 clients that say nothing', 100, 3000, () => () => {}),
  badClients('40 clients that announce 10 MB and send nothing', 40, 5000, (client, request) => {
    client.send(headOf(request, { 'content-length': String(ANNOUNCED_BYTES) }));
    return () => {};
  }),
  badClients('40 clients whose chunks never end', 40, 5000, (client, request) => {
    client.send(headOf(request, { 'transfer-encoding': 'chunked' }));
    return () => client.send('10\r\n{"padding": "AAA\r\n');
  }),
  badClients('60 clients that hang up in the middle of their question', 60, 500, (client, request) => {
    const whole = wholeOf(request);
    client.send(whole.subarray(0, Math.ceil(whole.length / 2)));
    return () => {};
  }),
  badClients('60 clients that hang up before their answer', 60, 30, (client, request) => {
    client.send(wholeOf(request));
    return () => {};
  }),
  {
    name: 'bodies of 11 MB, by clients that read when all is sent',
    family: 'clients',
    recoverySeconds: RECOVERY_SECONDS,
    inflict: sendTooMuch,
  },
];

/**
 * @param count connections at the same time
 * @param begin sends what comes first, and returns what is done every second
 */
function badClients(
  name: string,
  count: number,
  milliseconds: number,
  begin: (client: RawClient, request: ContractRequest) => () => void,
): Fault {
  return {
    name,
    family: 'clients',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      const { refused429, refused503, attempts } = stage.counts;
      const clients = Array.from({ length: count }, () => new RawClient(stage.service.url));
      const goOn = clients.map((client) => begin(client, question(stage)));
      const everySecond = setInterval(() => {
        for (const step of goOn) step();
      }, 1000);
      await stage.sleep(milliseconds);
      clearInterval(everySecond);
      for (const client of clients) client.hangUp();
      const asked = stage.counts.attempts - attempts;
      const refused = stage.counts.refused429 - refused429 + stage.counts.refused503 - refused503;
      if (refused > 5 && refused > TOLERATED_REFUSALS * asked) {
        throw new NotSurvived(`${refused} of ${asked} good questions were refused because of them`);
      }
    },
  };
}

/** As Python's urllib does it, and as HTTP/1.0 did: the refusal must arrive, or the caller sees a broken pipe. */
async function sendTooMuch(stage: Stage): Promise<void> {
  const body = Buffer.alloc(TOO_MANY_BYTES, 'A');
  for (const [version, headers] of [
    ['1.1', { connection: 'close' }],
    ['1.1', {}],
    ['1.0', {}],
  ] as const) {
    const client = new RawClient(stage.service.url);
    const framing = { 'content-length': String(body.length), ...headers };
    client.send(Buffer.concat([Buffer.from(headOf(question(stage), framing, version)), body]));
    const deadline = performance.now() + REPLY_MILLISECONDS;
    while (client.status === undefined && !client.closed && performance.now() < deadline) {
      if (stage.signal.aborted) break;
      await stage.sleep(20);
    }
    client.hangUp();
    const { status, error } = client;
    const shown = `HTTP/${version} with ${JSON.stringify(headers)}`;
    if (error !== undefined || (status !== 413 && !stage.signal.aborted)) {
      throw new NotSurvived(`${shown}: ${error ?? `status ${status ?? 'none'}`} in the place of 413`);
    }
  }
}

function question({ client, samples, random }: Stage): ContractRequest {
  return client.request(random.pick(samples), randomUUID(), 0);
}
