import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';

/** A request that the function answers. */
export interface EndpointRoute {
  readonly method: HttpMethod;
  readonly path: string;
}

/**
 * Everything the function answers. API Gateway refuses all other paths and methods itself, so that nobody can
 * run up a bill with addresses that do not exist.
 */
export const endpointRoutes: readonly EndpointRoute[] = [
  { method: HttpMethod.POST, path: '/inference' },
  { method: HttpMethod.POST, path: '/explain' },
  { method: HttpMethod.GET, path: '/healthz' },
  { method: HttpMethod.GET, path: '/openapi.json' },
  { method: HttpMethod.GET, path: '/docs' },
  { method: HttpMethod.GET, path: '/' },
];
