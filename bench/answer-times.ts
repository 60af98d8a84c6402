import { connect } from 'node:net';
import { once } from 'node:events';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: (\d+)/i;

type Load = { port: number; calls: number; connections: number; head: (call: number) => string; body?: string };

/** One keep-alive connection that sends the next request as soon as the response is complete. */
const lane = async (port: number, next: () => string | undefined, note: (milliseconds: number) => void): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  await new Promise<void>((resolve, reject) => {
    let sentAt = 0;
    let left = -1;
    let parts: Buffer[] = [];
    const send = (): void => {
      const head = next();
      if (head === undefined) return resolve();
      sentAt = performance.now();
      socket.write(head);
    };
    socket.on('data', (data: Buffer) => {
      if (left < 0) {
        parts.push(data);
        const received = parts.length === 1 ? data : Buffer.concat(parts);
        const end = received.indexOf(HEAD_END);
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 20')) return reject(new Error(received.toString('latin1', 0, 400)));
        left = Number(LENGTH.exec(head)?.[1] ?? 0) - (received.length - end - HEAD_END.length);
        parts = [];
      } else left -= data.length;
      if (left > 0) return;
      note(performance.now() - sentAt);
      left = -1;
      send();
    });
    socket.on('error', reject).on('close', () => reject(new Error('The connection was closed')));
    send();
  }).finally(() => socket.removeAllListeners('close').destroy());
};

/**
 * Milliseconds of calls over keep-alive connections. Answers are counted and not read, on bare sockets: a client library takes as much
 * of the processors as the API does, and would be measured with it. `head` is what a call sends, without the empty line; `body` is JSON.
 */
export const answerTimes = async ({ port, calls, connections, head, body }: Load): Promise<number[]> => {
  const times: number[] = [];
  let started = 0;
  const sent = body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const next = (): string | undefined => (started < calls ? `${head(started++)}\r\nhost: bench\r\n${sent}\r\n${body ?? ''}` : undefined);
  await Promise.all(Array.from({ length: connections }, () => lane(port, next, (time) => times.push(time))));
  return times;
};

const TRIES = 4;

/** Retries work that failed with a 503: on a busy machine, a new connection to PostgreSQL can take more than its two seconds. */
export const untilAnswered = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1)
    try {
      return await work();
    } catch (error) {
      if (tried === TRIES || !String(error).includes('503')) throw error;
      console.error(`refused ${tried} times`);
    }
};
