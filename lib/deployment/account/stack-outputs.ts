/** What the outputs of `lib/subsecond-stack.ts` are called in front of the model that they are about. */
export const FUNCTION_OUTPUT = 'Function of ';
export const RELEASE_OUTPUT = 'CodeDeploy application and group of ';

/** The name of each model's function. */
export function functionsOf(outputs: ReadonlyMap<string, string>): Record<string, string> {
  const functions = [...outputs].filter(([description]) => description.startsWith(FUNCTION_OUTPUT));
  return Object.fromEntries(
    functions.map(([description, name]) => [description.slice(FUNCTION_OUTPUT.length), name]),
  );
}
