import http from 'node:http';
import https from 'node:https';
import type { AddressedRequest } from '../client/service.ts';

/** Announced length of the body, of which only a part is sent. */
const ANNOUNCED_BYTES = 100_000;
const MILLISECONDS_PER_BYTE = 100;

/**
 * Opens a connection, announces a long body, sends the request's own body byte by byte for `seconds`, and hangs up.
 * Resolves then, or earlier if the service responds or hangs up.
 */
export function dripFeed({ url, method, ...request }: AddressedRequest, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { ...request.headers, 'content-length': ANNOUNCED_BYTES };
    const { request: open } = url.protocol === 'https:' ? https : http;
    const dripping = open(url, { method, headers, agent: false });
    const body = Buffer.from(request.body);
    let sent = 0;
    const timer = setInterval(() => {
      dripping.write(body.subarray(sent, sent + 1));
      sent = (sent + 1) % body.length;
    }, MILLISECONDS_PER_BYTE);
    const end = setTimeout(() => dripping.destroy(), seconds * 1000);
    dripping.on('response', (response) => response.resume());
    dripping.on('error', () => dripping.destroy());
    dripping.on('close', () => {
      clearInterval(timer);
      clearTimeout(end);
      resolve();
    });
    dripping.flushHeaders();
  });
}
