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
 * the models that have joined. API Gateway refuses all other paths and methods itself, so that nobody can run up a
 * bill with addresses that do not exist.
 */
export class HttpEndpoint extends Construct {
  readonly api: apigateway.HttpApi;
  /** Undefined where the API was given. */
  readonly stage: apigateway.IStage | undefined;
  /** Undefined where the API was given. */
  readonly accessLogGroup: LogGroup | undefined;
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  /** First segment of every path, which the functions take off; undefined: there is none. */
  readonly secretPath: string | undefined;
  /** Whether there are the page for people and `/explain`. */
  readonly explain: boolean;
  /** What a record of the own name must lead to, where it is not kept in Route 53; undefined: there is no own name. */
  readonly domainTarget: string | undefined;
  /** Callers' keys; undefined where none are required. */
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

  /** The models that have joined, the first one first. */
  get models(): readonly ModelName[] {
    return this.#models;
  }

  /** The keys of the routes at which a model that has joined takes requests: `POST /inference`. */
  requestRoutes(model: string): readonly string[] {
    return this.#requestRoutes.get(model) ?? [];
  }

  /**
   * Gives a model its routes: those that name it and, of those that name none, what no earlier model has.
   *
   * @param handler what responds
   * @returns the address below which all routes of the model lie
   * @throws ConfigurationError when a model of this name has joined before
   */
  join(manifest: ModelManifest, handler: IFunction): string {
    const { model, title = model } = manifest;
    const isNew = this.#models.every(({ name }) => name !== model);
    requireThat(isNew, `The model ${model} must join ${this.node.path} once, not twice.`);
    this.#models.push({ name: model, title });
    const isAtTheTop = !this.#has({ method: 'GET', path: '/healthz' });
    // One leave for all routes: with one for each, a function's policy of 20 KB is full after some thirty.
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

  /** Lets somebody call every route of the API, where IAM decides who may. */
  grantInvoke(grantee: IGrantable): Grant {
    const resourceArns = [this.api.arnForExecuteApi()];
    return Grant.addToPrincipal({ grantee, actions: ['execute-api:Invoke'], resourceArns });
  }

  /** Whether the API has a route: that of a model which has joined before, or one of the API's owner. */
  readonly #has = ({ method, path }: Address): boolean =>
    this.api.node.tryFindChild(`${method}${gatewayPath(this.#prefix, path)}`) !== undefined;

  get #prefix(): string {
    return this.secretPath === undefined ? '' : `/${this.secretPath}`;
  }
}
