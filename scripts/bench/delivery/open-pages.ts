import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HEADERS_END = '\r\n\r\n';

/** One open page: a connection of its own that asks `path` again `everyMs` after each answer. Bytes alone, so that what is measured is the server. */
export const openPage = ({
  port,
  path,
  authorization,
  everyMs,
}: {
  port: number;
  path: string;
  authorization: string;
  everyMs: number;
}) => {
  const socket = connect(port, '127.0.0.1');
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`);
  const times: number[] = [];
  let answered: ((bytes: Buffer) => void) | undefined;
  let received = Buffer.alloc(0);
  let failure: Error | undefined;

  socket.on('error', (error) => (failure = error));
  socket.on('close', () => answered?.(Buffer.from('closed')));
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const end = received.indexOf(HEADERS_END);
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1]);
    if (received.length < end + HEADERS_END.length + length) return;
    const whole = received;
    received = Buffer.alloc(0);
    answered?.(whole);
  });

  let running = true;
  const run = (async () => {
    while (running) {
      const startedAt = performance.now();
      const answer = new Promise<Buffer>((resolve) => (answered = resolve));
      socket.write(question);
      const status = (await answer).toString('latin1', 0, 12);
      if (status !== 'HTTP/1.1 200') throw failure ?? new Error(`An open page was answered ${status}`);
      times.push(performance.now() - startedAt);
      await sleep(everyMs);
    }
    socket.destroy();
  })();
  return {
    /** Milliseconds until each answer so far. */
    times,
    close: (): Promise<void> => {
      running = false;
      return run;
    },
  };
};
