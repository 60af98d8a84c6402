import { Agent, request } from 'node:http';
import type { Drawn } from './draw-request.ts';

export type Answered = { status: number; headers: Record<string, unknown>; text: string; ms: number };

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a request byte for byte as it was drawn; rejects when the connection ends without an answer. */
export const call = (base: string, { method, path, headers, body }: Drawn): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const at = performance.now();
    const { hostname, port } = new URL(base);
    const sent = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            ms: performance.now() - at,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
