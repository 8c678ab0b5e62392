/** Shortens ONNX Runtime's messages about refused tensors and models, so that users understand them. */

const FAILED_NODE =
  /^Non-zero status code returned while running (\w+) node\. Name:'([^']*)' Status Message: (.*)$/;
/** File, line and function of ONNX Runtime's source. */
const PLACE = /^\S+\.(?:cc|h):\d+ (?:\S+::.*?\) |\S+ )/;
/** A failed condition, quoted from ONNX Runtime's source. */
const CONDITION = /^.* was false\. /;

/** @returns one line, such as `Concat "joined": axis 0 has mismatched dimensions` */
export function plainMessage(message: string): string {
  const [first = ''] = message.split('\n', 1);
  const [, operator, name, status] = FAILED_NODE.exec(first) ?? [];
  if (operator === undefined || status === undefined) return first;
  const node = name ? `${operator} "${name}"` : operator;
  return `${node}: ${withoutSource(status)}`;
}

/** A message without the place in ONNX Runtime's source, and without the condition quoted from there. */
export function withoutSource(message: string): string {
  return message.replace(PLACE, '').replace(CONDITION, '');
}
