import {
  type AddRoutesOptions,
  HttpNoneAuthorizer,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import {
  HttpIamAuthorizer,
  HttpJwtAuthorizer,
  HttpLambdaAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { readBlocks } from '../../../functions/authorizer/rules.ts';
import { defined } from '../../../project/defined.ts';
import { requireThat } from '../../configuration/configuration-error.ts';
import { type AccessOptions, Guard, type GuardProps } from './guard.ts';

/** The access of an address. */
export interface BoundAccess {
  /** Options of every route. The API's own defaults apply to options that are missing. */
  readonly authorization: Pick<AddRoutesOptions, 'authorizer' | 'authorizationScopes'>;
  /** Secret with the callers' keys; undefined if no keys are required. */
  readonly keys: ISecret | undefined;
}

/** Only tokens have scopes, so an API's default scopes must not apply to these authorizers. */
const WITHOUT_TOKENS = [HttpIamAuthorizer, HttpLambdaAuthorizer, HttpNoneAuthorizer];
const withoutScopes = { authorizationScopes: [] };

/**
 * Who may call an endpoint.
 *
 * - **Open**: for callers that can neither sign requests nor fetch tokens. Throttling and reserved concurrency limit the
 * cost of abuse. A secret first path segment keeps strangers away: API Gateway responds to any other path with 404.
 * - **IAM**: callers with AWS credentials; every request is signed (SigV4).
 * - **JWT**: callers with tokens of an OpenID Connect issuer, checked by API Gateway.
 * - **API key**, **addresses**: callers with a key, or from known networks, checked by this project's authorizer function.
 *
 * Any other access needs an authorizer of your own.
 */
export class EndpointAccess {
  /**
   * Anyone who knows the address. With `allowedAddresses`, only callers from these networks.
   *
   * @param secretPath first segment of every path, if there is one
   */
  static open(secretPath?: string, options: AccessOptions = {}): EndpointAccess {
    return new EndpointAccess(defined({ guard: { scheme: 'none', ...options } as const, secretPath }));
  }

  /** AWS identities with the permission `execute-api:Invoke`. */
  static iam(): EndpointAccess {
    return EndpointAccess.authorizer(new HttpIamAuthorizer());
  }

  /**
   * Bearers of a valid token.
   *
   * @param issuer https address that the token must name and that publishes the issuer's keys
   * @param audience the audience that a token must name, besides others or alone
   */
  static jwt(issuer: string, audience: string): EndpointAccess {
    return EndpointAccess.authorizer(new HttpJwtAuthorizer('Tokens', issuer, { jwtAudience: [audience] }));
  }

  /** Callers that send a valid key in the header `x-api-key`. */
  static apiKey(options: AccessOptions = {}): EndpointAccess {
    return new EndpointAccess({ guard: { scheme: 'api-key', ...options } });
  }

  /** Callers that your own authorizer admits. */
  static authorizer(authorizer: IHttpRouteAuthorizer): EndpointAccess {
    return new EndpointAccess({ authorizer });
  }

  /** Secret that is the first segment of every path; undefined if paths have no such segment. */
  readonly secretPath: string | undefined;
  /** Rules of this project's authorizer. Each address that needs this authorizer gets its own authorizer function. */
  readonly guard: Pick<GuardProps, 'scheme'> & AccessOptions;
  private readonly authorizer: IHttpRouteAuthorizer | undefined;

  /** @throws Error if an address in `guard.allowedAddresses` is invalid */
  private constructor(
    props: Partial<Pick<EndpointAccess, 'secretPath' | 'guard'>> & { authorizer?: IHttpRouteAuthorizer },
  ) {
    const { authorizer, guard = { scheme: 'none' }, secretPath } = props;
    if (guard.allowedAddresses) readBlocks(guard.allowedAddresses.join(','));
    this.authorizer = authorizer;
    this.guard = guard;
    this.secretPath = secretPath;
  }

  /** Whether API Gateway admits every caller. */
  get isOpen(): boolean {
    return this.authorizer === undefined && !this.isGuarded;
  }

  /** Whether this project's authorizer runs at every address with this access. */
  get isGuarded(): boolean {
    const { scheme, allowedAddresses } = this.guard;
    return this.authorizer === undefined && (scheme !== 'none' || allowedAddresses !== undefined);
  }

  /**
   * Creates what the access needs; called once for each address.
   *
   * @param scope parent of the new constructs
   * @throws ConfigurationError if the address is behind CloudFront, whose header this access cannot require
   */
  bind(scope: Construct, binding: Omit<GuardProps, 'scheme'> = {}): BoundAccess {
    const { origin } = binding;
    if (this.authorizer) {
      requireThat(
        origin === undefined,
        'Behind CloudFront, access must be open, by API key or by addresses: IAM, JWT and authorizers of your own ' +
          'do not check whether a request came through CloudFront, so anyone could bypass the web ACL.',
      );
      const { authorizer } = this;
      const hasNoToken = WITHOUT_TOKENS.some((kind) => authorizer instanceof kind);
      return { authorization: { authorizer, ...(hasNoToken && withoutScopes) }, keys: undefined };
    }
    if (!this.isGuarded && !origin)
      return { authorization: { authorizer: new HttpNoneAuthorizer(), ...withoutScopes }, keys: undefined };
    const { allowedAddresses, ...rules } = this.guard;
    // Behind CloudFront, API Gateway sees CloudFront's addresses; the web ACL sees those of callers.
    const addresses = defined({ allowedAddresses: origin ? undefined : allowedAddresses });
    const { authorizer, keys } = new Guard(scope, 'Guard', { ...rules, ...binding, ...addresses });
    return { authorization: { authorizer, ...withoutScopes }, keys };
  }
}
