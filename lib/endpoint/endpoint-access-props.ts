import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { GuardRules } from './guard/guard-props.ts';

/** What an `EndpointAccess` is made of. */
export interface EndpointAccessProps {
  /**
   * What API Gateway asks before it lets a request pass.
   * @default - what `guard` says
   */
  readonly authorizer?: IHttpRouteAuthorizer;

  /**
   * What an authorizer of ours is to ask for, which is made for each address that needs one.
   * @default - for nothing: none is made, except behind CloudFront
   */
  readonly guard?: GuardRules;

  /**
   * First segment of every path.
   * @default - paths have none
   */
  readonly secretPath?: string;
}

/** What an address adds to the access it was given. */
export interface AccessBinding {
  /**
   * What CloudFront sends along in the header `x-origin-verify`.
   * @default - the address is not behind CloudFront
   */
  readonly origin?: ISecret;

  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;

  /**
   * A key that encrypts them.
   * @default - AWS's own key
   */
  readonly logEncryptionKey?: IKey | Key;
}

/** An access that an address has taken over. */
export interface BoundAccess {
  /** What API Gateway asks on every route. */
  readonly authorizer: IHttpRouteAuthorizer;
  /** Where the keys of callers are; undefined where none are asked for. */
  readonly keys: ISecret | undefined;
}
