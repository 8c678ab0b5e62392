import type { CorsPreflightOptions, HttpApi, ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import { requireThat } from '../../configuration/configuration-error.ts';
import type { LogProps } from '../logs.ts';
import type { EndpointDomainProps } from './domain.ts';
import type { EdgeProps } from './edge.ts';
import type { EndpointAccess } from './endpoint-access.ts';

/** Properties of an address. */
export interface AddressProps {
  /**
   * Who may call.
   * @default - EndpointAccess.open(); with `api`, that API's default authorizer and scopes
   */
  readonly access?: EndpointAccess;

  /**
   * How many requests the gateway lets through. More are refused with 429, at almost no cost.
   * @default - 20 requests per second, 10 at once
   */
  readonly throttle?: ThrottleSettings;

  /**
   * Other sites whose pages may call the endpoint from a browser. The endpoint's own page needs no entry.
   * @default - none
   */
  readonly corsPreflight?: CorsPreflightOptions;

  /**
   * Whether to serve the page for people and `/explain`, which returns how each member votes.
   * @default true
   */
  readonly explain?: boolean;

  /**
   * Your own domain name, with its certificate and optional mutual TLS.
   * @default - the name from API Gateway or CloudFront, which differs for every new stack
   */
  readonly domain?: EndpointDomainProps;

  /**
   * A CloudFront distribution with a web ACL in front of the API, which then refuses requests from elsewhere.
   * @default - callers reach API Gateway directly
   */
  readonly edge?: EdgeProps;

  /**
   * Your own HTTP API, to which missing routes are added. Its throttle, CORS, domain, log, stage and alarms are then
   * yours, and its default authorizer applies unless there is `access`. Several endpoints can share one API.
   * @default - an API is created
   */
  readonly api?: HttpApi;

  /**
   * Where callers reach `api`: `https://` and a name, without a path.
   * @default - `api.apiEndpoint`
   */
  readonly apiAddress?: string;
}

/** Properties of an `HttpEndpoint`: the address, and the logs of gateway and authorizer. */
export interface HttpEndpointProps extends AddressProps, LogProps {}

/** Names of the properties that belong to an address. A model that joins an `HttpEndpoint` must not have them. */
export const addressProperties: readonly (keyof AddressProps)[] = [
  'access',
  'throttle',
  'corsPreflight',
  'explain',
  'domain',
  'edge',
  'api',
  'apiAddress',
];

/**
 * Refuses contradictory properties of an address.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkAddressProps(props: HttpEndpointProps): void {
  const { api, apiAddress, domain, edge, access } = props;
  const theirs = ['throttle', 'corsPreflight', 'domain', 'edge'] as const;
  const given = theirs.find((name) => props[name] !== undefined);
  requireThat(
    !api || !given,
    `${given} must be left out: the HttpApi that you pass as api is yours, so configure its ${given} yourself.`,
  );
  requireThat(
    api || apiAddress === undefined,
    'apiAddress is the address of api: pass api, too, or leave out apiAddress.',
  );
  requireThat(
    !edge || !domain?.mutualTls,
    'mutualTls needs callers that connect to API Gateway itself, not through CloudFront: leave out edge or mutualTls.',
  );
  requireThat(
    edge?.webAclArn === undefined || !access?.guard.allowedAddresses,
    'allowedAddresses cannot be added to the web ACL of webAclArn: put them into that ACL, or leave out webAclArn.',
  );
}
