import { Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, type IStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { taskPath } from '../../functions/inference/contracts/addresses.ts';
import type { TaskName } from '../../functions/inference/contracts/contract.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { TaskManifest } from '../task-manifest.ts';
import { accessLogFormat } from './access-log.ts';
import { EndpointAccess } from './endpoint-access.ts';
import type { HttpEndpointProps } from './http-endpoint-props.ts';
import { gatewayPath, taskRoutes } from './task-routes.ts';

/**
 * The HTTPS address of one task or several: an API Gateway HTTP API with throttling and access logs, and the routes of
 * the tasks that have joined. API Gateway refuses all other paths and methods itself, so that nobody can run up a
 * bill with addresses that do not exist.
 */
export class HttpEndpoint extends Construct {
  readonly api: HttpApi;
  readonly stage: IStage;
  readonly accessLogGroup: LogGroup;
  /** Address of the service, without a slash at the end. */
  readonly url: string;
  /** First segment of every path, which the functions take off; undefined: there is none. */
  readonly secretPath: string | undefined;
  /** Whether there are the page for people and `/explain`. */
  readonly explain: boolean;
  readonly #tasks: TaskName[] = [];
  readonly #taken = new Set<string>();

  constructor(scope: Construct, id: string, props: HttpEndpointProps = {}) {
    super(scope, id);
    const access = props.access ?? EndpointAccess.open();
    this.secretPath = access.secretPath;
    this.explain = props.explain ?? true;
    this.accessLogGroup = new LogGroup(this, 'AccessLog', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.api = new HttpApi(this, 'Api', {
      apiName: Names.uniqueResourceName(this, {
        maxLength: 128,
        separator: '-',
        allowedSpecialCharacters: '-',
      }),
      createDefaultStage: false,
      defaultAuthorizer: access.authorizer,
      ...(props.corsPreflight && { corsPreflight: props.corsPreflight }),
    });
    this.stage = this.api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: props.throttle ?? { rateLimit: 20, burstLimit: 10 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogGroup),
        format: accessLogFormat,
      },
    });
    this.url = `${this.api.apiEndpoint}${this.#prefix}`;
    if (access.isOpen) acknowledgeOpenAccess(this.api);
  }

  /** The tasks that have joined, the first one first. */
  get tasks(): readonly TaskName[] {
    return this.#tasks;
  }

  /**
   * Gives a task its routes: those that name it and, of those that name none, what no earlier task has.
   *
   * @param handler what answers
   * @returns the address below which all routes of the task lie
   * @throws ConfigurationError when a task of this name has joined before
   */
  join(manifest: TaskManifest, handler: IFunction): string {
    const { task, version, title = task } = manifest;
    const first = this.#tasks.length === 0;
    if (this.#tasks.some(({ name }) => name === task)) {
      throw new ConfigurationError(`The task ${task} must join ${this.node.path} once, not twice.`);
    }
    this.#tasks.push({ name: task, version, title });
    // One leave for all routes: with one for each, a function's policy of 20 KB is full after some thirty.
    const integration = new HttpLambdaIntegration(task, handler, { scopePermissionToRoute: false });
    for (const { method, path } of taskRoutes(
      manifest,
      (address) => this.#taken.has(key(address)),
      this.explain,
    )) {
      this.#taken.add(key({ method, path }));
      this.api.addRoutes({
        path: gatewayPath(this.#prefix, path),
        methods: [HttpMethod[method]],
        integration,
      });
    }
    return first ? this.url : `${this.url}${taskPath(task)}`;
  }

  get #prefix(): string {
    return this.secretPath === undefined ? '' : `/${this.secretPath}`;
  }
}

function key({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

function acknowledgeOpenAccess(api: HttpApi): void {
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason:
      'The organiser of a competition only POSTs to an address: it cannot sign requests. Throttling, reserved ' +
      'concurrency and, where configured, a secret path stand in for authorisation; access=iam or jwt adds it.',
  });
}
