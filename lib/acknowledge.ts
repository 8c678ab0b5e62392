import { type Acknowledgment, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Tells validations such as cdk-nag why a rule does not apply. Does nothing before CDK 2.252, which added `Validations`. */
export function acknowledge(construct: IConstruct, ...acknowledgements: readonly Acknowledgment[]): void {
  (Validations as typeof Validations | undefined)?.of(construct).acknowledge(...acknowledgements);
}
