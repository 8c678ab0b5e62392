import type { CorsPreflightOptions, HttpApi, ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import { requireThat } from '../../configuration/configuration-error.ts';
import type { LogProps } from '../logs.ts';
import type { EndpointDomainProps } from './domain.ts';
import type { EdgeProps } from './edge.ts';
import type { EndpointAccess } from './endpoint-access.ts';

/** Properties of an address, whatever responds there. */
export interface AddressProps {
  /**
   * Who may call.
   * @default - EndpointAccess.open(); with `api`, that API's default authorizer and scopes
   */
  readonly access?: EndpointAccess;

  /**
   * How many requests the gateway lets through; more are refused with 429 and cost next to nothing.
   * @default - 20 requests per second, 10 at once
   */
  readonly throttle?: ThrottleSettings;

  /**
   * Other sites whose pages may call the endpoint from a browser. Its own page needs nothing here.
   * @default - none
   */
  readonly corsPreflight?: CorsPreflightOptions;

  /**
   * Whether there are the page for people and `/explain`, which tells whoever may call how each member votes.
   * @default true
   */
  readonly explain?: boolean;

  /**
   * A name of your own, with its certificate and, where wanted, mutual TLS.
   * @default - the name that API Gateway or CloudFront gives, another one for every new stack
   */
  readonly domain?: EndpointDomainProps;

  /**
   * A CloudFront distribution with a web ACL before the API, which lets nothing through that does not come from there.
   * @default - callers reach API Gateway directly
   */
  readonly edge?: EdgeProps;

  /**
   * An HTTP API of your own, to which the routes are added that it does not have yet. Then its throttle, CORS, domain, log,
   * stage and alarms are yours, and its default authorizer holds unless there is `access`. Several endpoints can share one.
   * @default - an API is made
   */
  readonly api?: HttpApi;

  /**
   * Where callers reach `api`: `https://` and a name, without a path.
   * @default - `api.apiEndpoint`
   */
  readonly apiAddress?: string;
}

/** Properties of an `HttpEndpoint`: what it is like, and the logs of gateway and authorizer. */
export interface HttpEndpointProps extends AddressProps, LogProps {}

/** Names of the properties that are an address's own: a model that joins one has none of them. */
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
 * Refuses properties of an address that do not go together.
 *
 * @throws ConfigurationError that says what would be right
 */
export function checkAddressProps(props: HttpEndpointProps): void {
  const { api, apiAddress, domain, edge, access } = props;
  const theirs = ['throttle', 'corsPreflight', 'domain', 'edge'] as const;
  const taken = theirs.find((name) => props[name] !== undefined);
  requireThat(!api || !taken, `${taken} must be given to the HttpApi that you pass as api: it is yours.`);
  requireThat(api || apiAddress === undefined, 'apiAddress is where callers reach api: give both.');
  requireThat(!edge || !domain?.mutualTls, 'mutualTls ends at API Gateway: leave out edge, or mutualTls.');
  requireThat(
    edge?.webAclArn === undefined || !access?.guard.allowedAddresses,
    'allowedAddresses must stand in your own web ACL, or leave webAclArn out.',
  );
}
