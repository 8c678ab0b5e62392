/** Web pages that speak to what listens on this machine: only the service's own processes may. */
import { readFile } from 'node:fs/promises';
import { exchange } from '../../../load-tests/client/exchange.ts';
import { type Fault, NotSurvived, type Stage } from './fault.ts';

const TIMEOUT_MILLISECONDS = 5000;
const SIGNATURE =
  'Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';

export const strangerFaults: readonly Fault[] = [
  {
    name: 'a web page and a false signature delete the table',
    family: 'table',
    recoverySeconds: 30,
    async inflict(stage) {
      const authorization = `AWS4-HMAC-SHA256 ${SIGNATURE}`;
      await refused(stage, 'a web page', { origin: 'http://example.org' });
      await refused(stage, 'a false signature', { authorization });
      await refused(stage, 'a web page with a false signature', {
        origin: 'http://example.org',
        authorization,
      });
    },
  },
  {
    name: 'a web page ends environments and takes their questions',
    family: 'environments',
    leftOut: ({ platform }) =>
      platform === 'linux' ? undefined : 'only Linux tells where an environment asks for its questions',
    recoverySeconds: 30,
    async inflict(stage) {
      const { environments } = await stage.processes();
      for (const { pid } of environments) await refusedByRuntimeApi(pid);
      const { environments: after } = await stage.processes();
      if (!environments.every(({ pid }) => after.some((other) => other.pid === pid)))
        throw new NotSurvived('a web page ended an environment');
    },
  },
];

/** What a browser sends along, to a name of the page's own that leads to this machine. */
const BROWSER = { host: 'example.org', origin: 'http://example.org', 'sec-fetch-site': 'cross-site' };

async function refusedByRuntimeApi(pid: number): Promise<void> {
  const variables = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  const name = 'AWS_LAMBDA_RUNTIME_API=';
  const address = variables.find((variable) => variable.startsWith(name))?.slice(name.length);
  for (const [method, path] of [
    ['GET', 'invocation/next'],
    ['POST', 'init/error'],
  ] as const) {
    const { outcome, status } = await exchange(new URL(`http://${address}/2018-06-01/runtime/${path}`), {
      method,
      headers: BROWSER,
      body: '',
      timeoutMilliseconds: 1000,
    });
    // No answer to the first means that it waits for the next question.
    if (outcome === 'timeout' || (status !== undefined && status < 400))
      throw new NotSurvived(`the Runtime API took ${path} from a web page`);
  }
}

async function refused(stage: Stage, who: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { tableUrl } = stage.service;
  if (tableUrl === undefined) throw new NotSurvived('the service did not say where its table is');
  const { status, body } = await exchange(new URL(tableUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.DeleteTable',
      'x-amz-date': '20260101T000000Z',
      ...headers,
    },
    body: JSON.stringify({ TableName: process.env.TABLE_NAME ?? 'subsecond-predictions' }),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  if (status === 200) {
    stage.ledger.forgetAll();
    throw new NotSurvived(`${who} deleted the table: ${body.toString('utf8', 0, 100)}`);
  }
}
