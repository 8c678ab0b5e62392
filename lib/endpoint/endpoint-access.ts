import { HttpNoneAuthorizer, type IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpIamAuthorizer, HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';

/**
 * Who may call an endpoint.
 *
 * - **Open**: an organiser who is given an address and only POSTs to it can neither sign requests nor fetch
 *   tokens. Throttling and reserved concurrency bound what strangers can cost, and a secret first path segment
 *   keeps them away: API Gateway answers any other path itself, 404, without starting the function, so the
 *   guard costs nothing and adds no time.
 * - **IAM**: callers with AWS credentials; every request is signed (SigV4).
 * - **JWT**: callers with tokens of an OpenID Connect issuer, checked by API Gateway.
 */
export class EndpointAccess {
  /** Anyone who knows the address. @param secretPath first segment of every path; left out, paths have none */
  static open(secretPath?: string): EndpointAccess {
    return new EndpointAccess(new HttpNoneAuthorizer(), secretPath);
  }

  /** AWS identities that are allowed `execute-api:Invoke`. */
  static iam(): EndpointAccess {
    return new EndpointAccess(new HttpIamAuthorizer(), undefined);
  }

  /**
   * Bearers of a valid token.
   *
   * @param issuer https address that the token must name and that publishes its keys
   * @param audience one of the audiences the token must name
   */
  static jwt(issuer: string, audience: string): EndpointAccess {
    return new EndpointAccess(
      new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: [audience] }),
      undefined,
    );
  }

  readonly authorizer: IHttpRouteAuthorizer;
  readonly secretPath: string | undefined;

  private constructor(authorizer: IHttpRouteAuthorizer, secretPath: string | undefined) {
    this.authorizer = authorizer;
    this.secretPath = secretPath;
  }

  /** Whether API Gateway lets requests pass without asking who sends them. */
  get isOpen(): boolean {
    return this.authorizer instanceof HttpNoneAuthorizer;
  }
}
