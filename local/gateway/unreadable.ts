import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayProblem } from '../../functions/inference/contracts/gateway-problems.ts';
import { describeProblem } from './problems.ts';
import type { Answer } from './send-answer.ts';

/** What Node's parser and its clock say, and what it is to the client. */
const PROBLEMS: Readonly<Record<string, GatewayProblem>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timed-out',
};

/**
 * Answers what could not be read as a request, and closes the connection.
 *
 * @param milliseconds for the client to take the answer and to close its side
 * @param answered is told of the answer
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  milliseconds: number,
  answered: (answer: Answer, problem: GatewayProblem) => void,
): void {
  // Whatever comes after the first error is unreadable, too, and is thrown away.
  if (!socket.writable) return;
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    socket.destroy();
    return;
  }
  const problem = PROBLEMS[error.code ?? ''] ?? 'malformed-request';
  const answer = describeProblem(problem);
  answered(answer, problem);
  const { status, headers, body } = answer;
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  headers.push('connection', 'close', 'content-length', String(Buffer.byteLength(body)));
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), milliseconds);
  socket.once('close', () => clearTimeout(timer));
}
