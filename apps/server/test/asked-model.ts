import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './port-of.ts';

/** Starts a stand-in for the assistant's model. It answers with status 500, and can block a request until the test releases it. */
export const startModelStub = async () => {
  let onRequest: () => void = () => {};
  let answer: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    request.resume();
    await once(request, 'end');
    onRequest();
    await answer;
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    /** Blocks the next request. `arrived` resolves when it arrives; `release` lets it go on. */
    block: (): { arrived: Promise<void>; release: () => void } => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answer = promise;
      return { arrived: new Promise((resolveArrived) => (onRequest = resolveArrived)), release: resolve };
    },
    close: () => server.close(),
  };
};
