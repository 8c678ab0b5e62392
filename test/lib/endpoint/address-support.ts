import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { HttpEndpoint } from '../../../lib/endpoint/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/http-endpoint-props.ts';
import { createTestStack, manifests, propertiesOf } from '../test-deployment.ts';

/** An address that digits has joined, whatever responds there. */
export function addressWith(props: HttpEndpointProps | ((stack: Stack) => HttpEndpointProps)): {
  httpEndpoint: HttpEndpoint;
  template: Template;
} {
  const stack = createTestStack();
  const httpEndpoint = new HttpEndpoint(stack, 'Http', typeof props === 'function' ? props(stack) : props);
  httpEndpoint.join(manifests.digits, LambdaFunction.fromFunctionName(stack, 'Digits', 'digits'));
  return { httpEndpoint, template: Template.fromStack(stack) };
}

/** The properties of the only resource of a type. */
export function onlyOne(template: Template, type: string) {
  const [first, ...others] = propertiesOf(template, type);
  if (!first || others.length > 0) throw new Error(`There is not one ${type}.`);
  return first;
}
