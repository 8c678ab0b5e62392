import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { AwsClients } from './aws-clients.ts';

/** A stack as CloudFormation describes it: a status such as `UPDATE_COMPLETE`, and the value of each output by its description. */
export type StackState = NonNullable<Awaited<ReturnType<typeof readStack>>>;

/** @returns undefined if there is no such stack, or if it was never deployed and has only a change set */
export async function readStack(aws: AwsClients, StackName: string) {
  const stack = await aws.cloudFormation.send(new DescribeStacksCommand({ StackName })).then(
    ({ Stacks }) => Stacks?.[0],
    (error: Error) => {
      if (error.message.includes('does not exist')) return undefined;
      throw error;
    },
  );
  // In review, a stack has only a change set that was never executed. It has no resources, and the CDK can deploy to it.
  if (!stack?.StackStatus || stack.StackStatus === 'REVIEW_IN_PROGRESS') return undefined;
  const outputs = (stack.Outputs ?? []).map(
    ({ Description = '', OutputValue = '' }) => [Description, OutputValue] as const,
  );
  return { status: String(stack.StackStatus), outputs: new Map(outputs) };
}

/** Beginnings of the descriptions of outputs in `lib/stack/subsecond-stack.ts`, before the name of the model. */
export const FUNCTION_OUTPUT = 'Function of ';
export const RELEASE_OUTPUT = 'CodeDeploy application and group of ';

/** The name of each model's function. */
export function functionsOf(outputs: ReadonlyMap<string, string>): Record<string, string> {
  const functions = [...outputs].filter(([description]) => description.startsWith(FUNCTION_OUTPUT));
  return Object.fromEntries(
    functions.map(([description, name]) => [description.slice(FUNCTION_OUTPUT.length), name]),
  );
}
