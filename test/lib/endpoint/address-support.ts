import type { Stack } from 'aws-cdk-lib';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { HttpEndpoint } from '../../../lib/endpoint/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/http-endpoint-props.ts';
import { createTestStack, manifests, templateOf } from '../test-deployment.ts';

/** The template of an address that digits has joined, whatever responds there. */
export function addressWith(props: HttpEndpointProps | ((stack: Stack) => HttpEndpointProps)) {
  const stack = createTestStack();
  const httpEndpoint = new HttpEndpoint(stack, 'Http', typeof props === 'function' ? props(stack) : props);
  httpEndpoint.join(manifests.digits, LambdaFunction.fromFunctionName(stack, 'Digits', 'digits'));
  return Object.assign(templateOf(stack), { httpEndpoint });
}
