/** Whether a name is that of a parameter of Systems Manager, and not of a secret of Secrets Manager. */
export function isParameter(name: string): boolean {
  return name.startsWith('/');
}
