import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { HttpEndpointProps } from './http-endpoint-props.ts';

/**
 * Refuses properties of an address that do not go together.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkAddressProps({
  api,
  apiAddress,
  domain,
  edge,
  access,
  ...props
}: HttpEndpointProps): void {
  const ofTheOwner = Object.entries({ ...props, domain, edge }).filter(
    ([name, value]) => value !== undefined && !JOINED.includes(name),
  );
  const [first] = ofTheOwner;
  if (api && first) {
    throw new ConfigurationError(
      `${first[0]} must be given to the HttpApi that you pass as api: it is yours.`,
    );
  }
  if (!api && apiAddress !== undefined)
    throw new ConfigurationError('apiAddress is where callers reach api: give both.');
  if (edge && domain?.mutualTls) {
    throw new ConfigurationError('mutualTls ends at API Gateway: leave out edge, or mutualTls.');
  }
  if (edge?.webAclArn !== undefined && access?.guard.allowedAddresses) {
    throw new ConfigurationError('allowedAddresses must stand in your own web ACL, or leave webAclArn out.');
  }
}

/** What an endpoint on an API of somebody else still decides. */
const JOINED = ['explain', 'logRetention'];
