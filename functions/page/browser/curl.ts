/** The request as a command line that can be pasted into a shell. */

export function curlCommand(address: string, body: string): string {
  return `curl -s ${quote(address)} -H 'content-type: application/json' -d ${quote(body)}`;
}

/** In single quotes a POSIX shell leaves everything alone but the single quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
