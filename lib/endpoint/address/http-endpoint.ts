import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type Address, modelBasePath } from '../../../functions/inference/contracts/addresses.ts';
import type { ModelName } from '../../../functions/inference/contracts/contract.ts';
import { requireThat } from '../../configuration/configuration-error.ts';
import type { ModelManifest } from '../../model-manifest.ts';
import type { BoundAccess } from './endpoint-access.ts';
import { gatewayOf } from './gateway.ts';
import { checkAddressProps, type HttpEndpointProps } from './http-endpoint-props.ts';
import { gatewayPath, modelRoutes, takesRequests } from './model-routes.ts';

/**
 * The HTTPS address of one model or several: an API Gateway HTTP API with throttling and access logs, and the routes of
 * the models that have joined. API Gateway itself refuses all other paths and methods, so unknown addresses cost almost
 * nothing.
 */
export class HttpEndpoint extends Construct {
  readonly api: apigateway.HttpApi;
  /** Stage of the API; undefined for your own API. */
  readonly stage: apigateway.IStage | undefined;
  /** Log group of the access log; undefined for your own API. */
  readonly accessLogGroup: LogGroup | undefined;
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  /** First segment of every path, which the functions remove; undefined if there is none. */
  readonly secretPath: string | undefined;
  /** Whether the page for people and `/explain` are served. */
  readonly explain: boolean;
  /** Target of the domain name's DNS record, for a record outside of Route 53; undefined without a domain name. */
  readonly domainTarget: string | undefined;
  /** Secret with the callers' keys; undefined if no keys are required. */
  readonly keys: ISecret | undefined;
  readonly #authorization: BoundAccess['authorization'];
  readonly #models: ModelName[] = [];
  readonly #requestRoutes = new Map<string, readonly string[]>();

  constructor(scope: Construct, id: string, props: HttpEndpointProps = {}) {
    checkAddressProps(props);
    super(scope, id);
    const gateway = gatewayOf(this, props);
    this.api = gateway.api;
    this.stage = gateway.stage;
    this.accessLogGroup = gateway.accessLogGroup;
    this.domainTarget = gateway.domainTarget;
    this.keys = gateway.keys;
    this.#authorization = gateway.authorization;
    this.secretPath = props.access?.secretPath;
    this.explain = props.explain ?? true;
    this.url = `${gateway.address}${this.#prefix}`;
  }

  /** The models in the order in which they have joined. */
  get models(): readonly ModelName[] {
    return this.#models;
  }

  /** Route keys of a model's inference requests, such as `POST /inference`. */
  requestRoutes(model: string): readonly string[] {
    return this.#requestRoutes.get(model) ?? [];
  }

  /**
   * Adds the routes of a model: those that name it, and those that name no model, unless the API has them already.
   *
   * @param handler responds to the requests
   * @returns the address below which all routes of the model are
   * @throws ConfigurationError if a model of this name has joined before
   */
  join(manifest: ModelManifest, handler: IFunction): string {
    const { model, title = model } = manifest;
    const isNew = this.#models.every(({ name }) => name !== model);
    requireThat(isNew, `The model ${model} must join ${this.node.path} once, not twice.`);
    this.#models.push({ name: model, title });
    const isAtTheTop = !this.#has({ method: 'GET', path: '/healthz' });
    // All routes share one permission, because a function's policy of 20 KB holds only about thirty permissions.
    const integration = new HttpLambdaIntegration(model, handler, { scopePermissionToRoute: false });
    const routes = modelRoutes(manifest, this.#has, this.explain);
    this.#requestRoutes.set(
      model,
      routes.filter(takesRequests).map(({ method, path }) => `${method} ${gatewayPath(this.#prefix, path)}`),
    );
    for (const { method, path } of routes) {
      this.api.addRoutes({
        path: gatewayPath(this.#prefix, path),
        methods: [apigateway.HttpMethod[method]],
        integration,
        ...this.#authorization,
      });
    }
    return isAtTheTop ? this.url : `${this.url}${modelBasePath(model)}`;
  }

  /** Permits the grantee to call every route of the API. Has an effect only if IAM decides who may call. */
  grantInvoke(grantee: IGrantable): Grant {
    const resourceArns = [this.api.arnForExecuteApi()];
    return Grant.addToPrincipal({ grantee, actions: ['execute-api:Invoke'], resourceArns });
  }

  /** Whether the API already has this route, from an earlier model or from the API's owner. */
  readonly #has = ({ method, path }: Address): boolean =>
    this.api.node.tryFindChild(`${method}${gatewayPath(this.#prefix, path)}`) !== undefined;

  get #prefix(): string {
    return this.secretPath === undefined ? '' : `/${this.secretPath}`;
  }
}
