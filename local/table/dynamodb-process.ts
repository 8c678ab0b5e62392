/**
 * The program of the embedded DynamoDB: dynalite on a folder and a port of the loopback interface.
 * Arguments: folder, port (0 for any). Tells its parent the port, and ends when the parent has gone.
 */
import type { AddressInfo } from 'node:net';
import dynalite from 'dynalite';

const [, , path = '', port = '0'] = process.argv;
const server = dynalite({ path, createTableMs: 0 });
server.listen(Number(port), '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
// Every write has reached the operating system before it is acknowledged, so there is nothing to flush.
process.on('disconnect', () => process.exit(0));
