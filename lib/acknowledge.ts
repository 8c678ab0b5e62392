import { type Acknowledgment, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Tells validations such as cdk-nag why a rule does not apply. Versions of the CDK before 2.252 lack `Validations`. */
export function acknowledge(construct: IConstruct, ...acknowledgements: readonly Acknowledgment[]): void {
  (Validations as typeof Validations | undefined)?.of(construct).acknowledge(...acknowledgements);
}
