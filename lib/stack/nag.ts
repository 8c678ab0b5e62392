import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** Has synthesis fail on any finding of cdk-nag's AwsSolutions pack that is not acknowledged with a reason. */
export function addNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
