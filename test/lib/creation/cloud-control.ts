import { signRequest } from '../../../functions/aws/sign-request.ts';
import type { Created } from './resolve.ts';

/** A mock has no such kind of resource. */
export class NotInMock extends Error {
  override readonly name = 'NotInMock';
}

/** How often, and at most how many times, a creation is asked how far it is. */
const PAUSE_MILLISECONDS = 200;
const LOOKS = 50;

interface Progress {
  readonly ProgressEvent: {
    readonly OperationStatus: string;
    readonly RequestToken: string;
    readonly Identifier?: string;
    readonly StatusMessage?: string;
  };
}

/** One resource at a time through the Cloud Control API: every kind of resource by the same two calls. */
export class CloudControl {
  readonly #url: URL;

  /** @param endpoint a mock's address, as `AWS_ENDPOINT_URL` names it */
  constructor(endpoint: string) {
    this.#url = new URL('/', endpoint);
  }

  /** @throws NotInMock, or Error with what the mock says against the properties */
  async create(TypeName: string, properties: object): Promise<Created> {
    const asked = { TypeName, DesiredState: JSON.stringify(properties) };
    let { ProgressEvent: event } = await this.#call<Progress>('CreateResource', asked);
    for (let look = 0; /PENDING|IN_PROGRESS/.test(event.OperationStatus) && look < LOOKS; look++) {
      await new Promise((resume) => setTimeout(resume, PAUSE_MILLISECONDS));
      const { RequestToken } = event;
      ({ ProgressEvent: event } = await this.#call<Progress>('GetResourceRequestStatus', { RequestToken }));
    }
    const { OperationStatus: status, Identifier, StatusMessage = '' } = event;
    if (status !== 'SUCCESS' || Identifier === undefined) throw new Error(`${status} ${StatusMessage}`);
    const { ResourceDescription: made } = await this.#call<{ ResourceDescription: { Properties: string } }>(
      'GetResource',
      { TypeName, Identifier },
    );
    // An identifier of several parts ends with the one that `Ref` gives.
    return { reference: Identifier.split('|').at(-1) ?? '', attributes: JSON.parse(made.Properties) };
  }

  async #call<Output>(operation: string, input: object): Promise<Output> {
    const body = JSON.stringify(input);
    const headers = signRequest(
      {
        method: 'POST',
        url: this.#url,
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `CloudApiService.${operation}`,
        },
        body,
      },
      { region: 'us-east-1', service: 'cloudcontrolapi' },
      { accessKeyId: 'mock', secretAccessKey: 'mock' },
    );
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(this.#url, { method: 'POST', headers, body, signal });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (response.status === 501 || /UnsupportedAction|TypeNotFound|NotImplemented/.test(text)) {
      throw new NotInMock(text);
    }
    throw new Error(`${operation} answers ${response.status}: ${text}`);
  }
}
