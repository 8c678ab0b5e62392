import type { ContractRequest } from '../../functions/inference/contracts/client.ts';

/** The service to ask, and what every request to it has besides what its contract says. */
export interface ServiceAddress {
  /** http or https, with its path, without user part, query and final slash: what may be shown. */
  readonly url: string;
  /** Goes behind the query of the contract, without a question mark; empty for none. It may hold a key. */
  readonly query: string;
  /** Lower-case names; they win over those of the contract. They may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes any certificate, such as one that the service signed itself. */
  readonly insecure: boolean;
}

/** What of an address is not told on Artillery's command line, because it may be secret. */
export type Unshown = Omit<ServiceAddress, 'url'>;

/** A request as it leaves. */
export interface AddressedRequest extends ContractRequest {
  readonly url: URL;
  readonly insecure: boolean;
}

/** An address with nothing to add to it. */
export function plainAddress(url: string): ServiceAddress {
  return { url, query: '', headers: {}, insecure: false };
}

/** Puts the address of a service before a request of its contract. */
export function addressed(service: ServiceAddress, request: ContractRequest): AddressedRequest {
  const url = new URL(`${service.url}${request.path}`);
  if (service.query !== '') url.search = [url.search.slice(1), service.query].filter(Boolean).join('&');
  return {
    ...request,
    headers: { ...request.headers, ...service.headers },
    url,
    insecure: service.insecure,
  };
}
