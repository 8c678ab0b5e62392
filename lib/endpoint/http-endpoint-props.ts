import type { CorsPreflightOptions, HttpApi, ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { EdgeProps, EndpointDomainProps } from './domain/domain-props.ts';
import type { EndpointAccess } from './endpoint-access.ts';

/** What an address is like, whatever answers there. */
export interface AddressProps {
  /**
   * Who may call.
   * @default EndpointAccess.open()
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
   * Whether CloudWatch counts and times each route apart, which it bills as metrics of your own.
   * @default false
   */
  readonly detailedMetrics?: boolean;

  /**
   * An HTTP API of your own, to which the routes are added that it does not have yet. Then its throttle, CORS, domain, log
   * and stage are yours. Several endpoints can share one.
   * @default - an API is made
   */
  readonly api?: HttpApi;

  /**
   * Where callers reach `api`: `https://` and a name, without a path.
   * @default - `api.apiEndpoint`
   */
  readonly apiAddress?: string;
}

/** Properties of an `HttpEndpoint`. */
export interface HttpEndpointProps extends AddressProps {
  /**
   * How long the gateway's access log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * A key that encrypts the logs of gateway and authorizer. One of this app gets what its policy needs; of another one the
   * policy must let CloudWatch Logs use it.
   * @default - AWS's own key
   */
  readonly logEncryptionKey?: IKey | Key;
}

/** Names of the properties that are an address's own: a task that joins one has none of them. */
export const addressProperties: readonly (keyof AddressProps)[] = [
  'access',
  'throttle',
  'corsPreflight',
  'explain',
  'domain',
  'edge',
  'detailedMetrics',
  'api',
  'apiAddress',
];
