import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** Starts a stand-in for the assistant's model. It answers with status 500, and can hold a request until the test releases it. */
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
    /** Holds the next request. `isAsked` resolves when it arrives; `tell` releases it. */
    hold: (): { isAsked: Promise<void>; tell: () => void } => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = promise;
      return { isAsked: new Promise((asked) => (whenAsked = asked)), tell: resolve };
    },
    close: () => server.close(),
  };
};
