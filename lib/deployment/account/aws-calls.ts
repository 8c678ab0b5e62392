import { serviceUrl } from '../../../functions/aws/service-url.ts';
import { type SigningScope, signedFetch } from '../../../functions/aws/signed-fetch.ts';

/** A call of AWS may take this long. */
const TIMEOUT_MILLISECONDS = 5_000;

/** An AWS service: its name in signatures and addresses, and in `AWS_ENDPOINT_URL_…`. */
type Service = 'sts' | 'ssm' | 'lambda' | 'cloudformation' | 'codedeploy' | 'secretsmanager';

/** AWS has refused a call. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal';
  /** Such as `ExpiredToken`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether these credentials may do other things than this one. */
  get isDenial(): boolean {
    return /^(AccessDenied|AccessDeniedException|UnauthorizedOperation)$/.test(this.code);
  }

  /** Whether other credentials would help; otherwise the service is at fault, or gets too many requests. */
  get isOfCredentials(): boolean {
    return this.isDenial || /Token|Signature|Credential|UnrecognizedClient|AuthFailure|OptIn/.test(this.code);
  }
}

/** An AWS service has not responded. */
export class AwsUnreachable extends Error {
  override readonly name = 'AwsUnreachable';
}

/** Signed calls of AWS services, each with a time-out. */
export class AwsCalls {
  readonly region: string;
  readonly #credentials: SigningScope['credentials'];
  readonly #environment: NodeJS.ProcessEnv;

  /** @param environment with `AWS_ENDPOINT_URL` or `AWS_ENDPOINT_URL_<SERVICE>` where a server other than AWS responds */
  constructor(region: string, credentials: SigningScope['credentials'], environment: NodeJS.ProcessEnv) {
    this.region = region;
    this.#credentials = credentials;
    this.#environment = environment;
  }

  /** Calls a service that speaks AWS's query protocol. @returns XML */
  query(service: Service, version: string, parameters: Readonly<Record<string, string>>): Promise<string> {
    const body = String(new URLSearchParams({ ...parameters, Version: version }));
    return this.#send(service, '/', { 'content-type': 'application/x-www-form-urlencoded' }, body);
  }

  /** Calls a service that speaks AWS's JSON protocol. */
  async json(service: Service, target: string, input: object): Promise<unknown> {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
    return JSON.parse(await this.#send(service, '/', headers, JSON.stringify(input)));
  }

  /** Calls a service that speaks JSON over REST: GET without input, PUT with it. */
  async rest(service: Service, path: string, input?: object): Promise<unknown> {
    const method = input === undefined ? 'GET' : 'PUT';
    const headers = { 'content-type': 'application/json' };
    return JSON.parse(await this.#send(service, path, headers, input && JSON.stringify(input), method));
  }

  async #send(
    service: Service,
    path: string,
    headers: Readonly<Record<string, string>>,
    body = '',
    method: 'GET' | 'POST' | 'PUT' = 'POST',
  ): Promise<string> {
    const environment = { ...this.#environment, AWS_REGION: this.region };
    const url = serviceUrl(service, service.toUpperCase(), path, environment);
    const request = { method, headers, body, timeoutMilliseconds: TIMEOUT_MILLISECONDS };
    const scope = { region: this.region, service, credentials: this.#credentials };
    const [response, text] = await signedFetch(url, request, scope)
      .then(async (response) => [response, await response.text()] as const)
      .catch((error: Error) => {
        const reason = (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message;
        throw new AwsUnreachable(`${url.host} does not respond (${reason})`);
      });
    if (response.ok) return text;
    throw new AwsRefusal(readCode(response, text), `${service} responded with ${response.status}: ${text}`);
  }
}

/** Where each protocol puts an error's code: a header, a field, an element. */
function readCode({ headers, status }: Response, text: string): string {
  const code =
    headers.get('x-amzn-errortype') ??
    /"__type"\s*:\s*"(?:[^"]*#)?([^"]+)"/.exec(text)?.[1] ??
    /<Code>([^<]+)<\/Code>/.exec(text)?.[1];
  return code?.split(':', 1)[0] ?? String(status);
}
