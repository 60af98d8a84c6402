import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** An assistant's model that answers, with a refusal, when it is told to. */
export const askedModel = async () => {
  let whenAsked: () => void = () => {};
  let answer: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, 'end');
    whenAsked();
    await answer;
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    /** The next question waits: `isAsked` once it came, answered after `tell`. */
    hold: (): { isAsked: Promise<void>; tell: () => void } => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = promise;
      return { isAsked: new Promise((asked) => (whenAsked = asked)), tell: resolve };
    },
    close: () => server.close(),
  };
};
