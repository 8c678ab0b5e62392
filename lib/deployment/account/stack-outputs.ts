/** What the outputs of `lib/subsecond-stack.ts` are called in front of the model that they are about. */
export const FUNCTION_OUTPUT = 'Function of ';
export const RELEASE_OUTPUT = 'CodeDeploy application and group of ';

/** The outputs in what CloudFormation's DescribeStacks returns: the value of each by its description. */
export function readOutputs(described: string): ReadonlyMap<string, string> {
  const outputs = described.matchAll(/<member>((?:(?!<member>)[\s\S])*?<OutputKey>[\s\S]*?)<\/member>/g);
  return new Map(
    [...outputs].map(([, output = '']) => [element(output, 'Description'), element(output, 'OutputValue')]),
  );
}

/** The name of each model's function. */
export function functionsOf(outputs: ReadonlyMap<string, string>): Record<string, string> {
  const functions = [...outputs].filter(([description]) => description.startsWith(FUNCTION_OUTPUT));
  return Object.fromEntries(
    functions.map(([description, name]) => [description.slice(FUNCTION_OUTPUT.length), name]),
  );
}

function element(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}
