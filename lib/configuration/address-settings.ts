/** How callers prove that they may call. */
export type AccessKind = 'open' | 'iam' | 'jwt' | 'api-key' | 'hmac';

/** Everything in which the addresses of services may differ: who may call, and where. */
export interface AddressSettings {
  /** Requests per second that the gateway lets through in the long run. */
  readonly throttleRate: number;
  /** Requests that it lets through at once. */
  readonly throttleBurst: number;
  /** Who may call. */
  readonly access: AccessKind;
  /** First segment of every path, known only to those who may call; for open access. */
  readonly secretPath?: string;
  /** Issuer of the tokens, an https address; for `jwt`. */
  readonly jwtIssuer?: string;
  /** Audience the tokens must name; for `jwt`. */
  readonly jwtAudience?: string;
  /** Name or ARN of the secret with callers' keys; for `api-key` and `hmac`. Without it, one is made. */
  readonly accessSecret?: string;
  /** Seconds a signature's time may be from now; for `hmac`. Without it, 300. */
  readonly replayWindowSeconds?: number;
  /** Blocks of addresses from which callers may come, with commas between them; not for `iam` and `jwt`. */
  readonly allowedAddresses?: string;
  /** Environments of the authorizer that are always warm; for `api-key`, `hmac` and allowed addresses. */
  readonly authorizerProvisionedConcurrency?: number;

  /** A name of your own. Without it, API Gateway's or CloudFront's. */
  readonly domainName?: string;
  /** ARN of its certificate in ACM. Without it, one is made and proved in the hosted zone. */
  readonly certificateArn?: string;
  /** Id of its zone in Route 53, where the record is put. Without it, the record is made by hand. */
  readonly hostedZoneId?: string;
  /** Name of that zone. Without it, the domain's name without its first part. */
  readonly hostedZoneName?: string;
  /** File in S3 with the certificate authorities of callers, for mutual TLS. */
  readonly trustStore?: string;
  /** Version of that file. Without it, the last one. */
  readonly trustStoreVersion?: string;
  /** Whether CloudFront and a web ACL stand before the gateway. */
  readonly cloudFront: boolean;
  /** ARN of the web ACL. Without it, one is made, which AWS takes in us-east-1 only. */
  readonly webAclArn?: string;
}
