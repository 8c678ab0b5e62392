/** A service of the contract esun-2021 that answers as a test wants. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Sample } from '../../../functions/inference/contracts/client.ts';

const SIGNATURE = 'a'.repeat(64);

export interface Asked {
  readonly id: string;
  /** The picture, in base64. */
  readonly image: string;
  /** How often the id was asked before. */
  readonly before: number;
}

/** Answers one request; `reply` gives status 200 with an answer. */
export type Play = (asked: Asked, response: ServerResponse, reply: (answer: string) => void) => void;

/** @returns its address */
export async function playService(play: Play): Promise<string> {
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { esun_uuid: id, image } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    play({ id, image, before }, response, (answer) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ esun_uuid: id, answer, server_uuid: SIGNATURE, server_timestamp: 1 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A sample of any bytes. */
export function sampleOf(name: string, label: string): Sample {
  return { name, label, mediaType: 'image/png', bytes: Buffer.from(name) };
}
