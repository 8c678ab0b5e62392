/** A command line for a POSIX shell and curl that sends a model a blank request. */
import { modelPath } from '../../addresses.ts';
import type { ModelInfo } from '../../contract.ts';
import { EXAMPLE_PICTURE } from '../../example-picture.ts';
import { quoteArgument } from '../../shell.ts';
import { HEADER_LENGTH } from '../infer/request-body.ts';
import { binaryInferRequest, jsonInferRequest, takesFile } from './bodies.ts';

/** More elements than these are not written out. */
const ELEMENTS_SHOWN = 40;

/** One line that can be pasted. */
export function exampleFor(model: ModelInfo): string {
  const url = `"$ADDRESS${modelPath(model.name)}/infer"`;
  const json = jsonInferRequest(model, ELEMENTS_SHOWN);
  if (json) {
    return `curl -s ${url} -H 'content-type: application/json' -d ${quoteArgument(JSON.stringify(json))}`;
  }
  const { header, bytes } = binaryInferRequest(model);
  const request = JSON.stringify(header);
  const data = takesFile(model) ? `printf '${octal(atob(EXAMPLE_PICTURE))}'` : `head -c ${bytes} /dev/zero`;
  const length = new TextEncoder().encode(request).length;
  const headers = `-H 'content-type: application/octet-stream' -H '${HEADER_LENGTH}: ${length}'`;
  return `{ printf %s ${quoteArgument(request)}; ${data}; } | curl -s ${url} ${headers} --data-binary @-`;
}

/** One element of datatype BYTES, its length before it, as every `printf` writes it: `base64` differs between systems. */
function octal(file: string): string {
  const { length } = file;
  const bytes = [
    length & 0xff,
    (length >> 8) & 0xff,
    0,
    0,
    ...Array.from(file, (byte) => byte.charCodeAt(0)),
  ];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
