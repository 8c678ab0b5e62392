import type { ContractRequest } from '../../functions/inference/contracts/client.ts';

/** Address of the service, and headers for every request in addition to the contract's headers. */
export interface ServiceAddress {
  /** An http or https address with its path, without a trailing slash. Reports show it, so secrets belong in `headers`. */
  readonly url: string;
  /** Values by header name in lower case. They override the contract's headers, and may be secret. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface AddressedRequest extends ContractRequest {
  readonly url: URL;
}

/** A service without additional headers. */
export function plainAddress(url: string): ServiceAddress {
  return { url, headers: {} };
}

/** Adds the address and the headers of a service to a request. */
export function addressed(service: ServiceAddress, request: ContractRequest): AddressedRequest {
  return {
    ...request,
    headers: { ...request.headers, ...service.headers },
    url: new URL(`${service.url}${request.path}`),
  };
}
