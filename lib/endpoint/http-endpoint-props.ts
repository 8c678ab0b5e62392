import type { CorsPreflightOptions, ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
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
}

/** Properties of an `HttpEndpoint`. */
export interface HttpEndpointProps extends AddressProps {
  /**
   * How long the gateway's access log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}
