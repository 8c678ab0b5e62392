import { type Acknowledgment, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Tells validations such as cdk-nag why a rule does not hold here. Versions of the CDK before 2.252 know of no such thing. */
export function acknowledge(construct: IConstruct, ...acknowledgements: readonly Acknowledgment[]): void {
  (Validations as typeof Validations | undefined)?.of(construct).acknowledge(...acknowledgements);
}
