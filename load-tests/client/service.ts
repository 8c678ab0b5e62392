import type { ContractRequest } from '../../functions/inference/contracts/client.ts';

/** The address of the service, and the headers of every request besides those of its contract. */
export interface ServiceAddress {
  /** http or https, with its path, without a final slash: what may be shown. */
  readonly url: string;
  /** Lower-case names; they win over those of the contract. They may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request as it leaves. */
export interface AddressedRequest extends ContractRequest {
  readonly url: URL;
}

/** An address with nothing to add to it. */
export function plainAddress(url: string): ServiceAddress {
  return { url, headers: {} };
}

/** Puts the address of a service before a request of its contract. */
export function addressed(service: ServiceAddress, request: ContractRequest): AddressedRequest {
  return {
    ...request,
    headers: { ...request.headers, ...service.headers },
    url: new URL(`${service.url}${request.path}`),
  };
}
