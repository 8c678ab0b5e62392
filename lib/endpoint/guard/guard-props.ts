import type { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

/** What an authorizer of ours is like, whatever it asks for. */
export interface GuardOptions {
  /**
   * Blocks of addresses (CIDR) from which callers may come, such as `203.0.113.0/24` or `2001:db8::/32`.
   * @default - all
   */
  readonly allowedAddresses?: readonly string[];

  /**
   * Environments of the authorizer that are always warm. With none, a caller now and then waits for its cold start.
   * @default 0
   */
  readonly provisionedConcurrency?: number;

  /**
   * Code of the authorizer, with the handler `index.handler`.
   * @default - the package's own; in the repository dist/authorizer, as `npm run build` leaves it
   */
  readonly code?: Code;
}

/** An authorizer that asks for keys. */
export interface KeyOptions extends GuardOptions {
  /**
   * Callers and their keys, as one JSON object of names and keys of at least 16 characters:
   * `{"bank": "…", "partner": ["new key", "old key"]}`. A change holds within ten minutes.
   * @default - a secret of the address's own, with one generated key for a caller called "caller"
   */
  readonly keys?: ISecret;
}

/** An authorizer that asks for signatures. */
export interface SignatureOptions extends KeyOptions {
  /**
   * How far the time in a signature may be from now, before and after.
   * @default Duration.minutes(5)
   */
  readonly replayWindow?: Duration;
}

/** What an authorizer is to ask for. */
export interface GuardRules extends SignatureOptions {
  readonly scheme: 'none' | 'api-key' | 'hmac';
}
