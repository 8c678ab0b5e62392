/** A request in curl, Python and JavaScript. Each sends a file: the picture, or the body that the page offers for download. */

/** Timeout of the request in Python and JavaScript, in seconds. */
const TIMEOUT_SECONDS = 10;

export interface SentFile {
  /** The full address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the file that holds the body. */
  readonly file: string;
}

/** One line that works in POSIX shells, cmd and PowerShell, because it has only double quotes, and no quotes within them. */
export function curlLine({ url, headers, file }: SentFile): string {
  const options = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`);
  return ['curl -s', `"${url}"`, ...options, `--data-binary "@${file}"`].join(' ');
}

/** A program that needs only Python's standard library. Names and headers are in JSON, which Python reads in the same way. */
export function pythonLines({ url, headers, file }: SentFile): string {
  return `import urllib.error, urllib.request

body = open(${JSON.stringify(file)}, "rb").read()
request = urllib.request.Request(
    ${JSON.stringify(url)},
    body,
    ${JSON.stringify(headers)},
)
try:
    with urllib.request.urlopen(request, timeout=${TIMEOUT_SECONDS}) as response:
        print(response.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())`;
}

export function javascriptLines({ url, headers, file }: SentFile): string {
  return `import { readFile } from 'node:fs/promises';

const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: ${JSON.stringify(headers)},
  body: await readFile(${JSON.stringify(file)}),
  signal: AbortSignal.timeout(${TIMEOUT_SECONDS * 1000}),
});
console.log(response.status, await response.text());`;
}
