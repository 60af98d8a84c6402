import { randomBytes } from 'node:crypto';
import { Problem, route } from '@endcap/contract/core';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { portOf } from '../../../test/port-of.ts';
import { createAnswersAgain } from './answers-again.ts';
import { routesOf } from './handle.ts';
import { packedAnswer, Piece } from './packed-answer.ts';
import { createPreparedReply } from './prepared-reply.ts';
import { createServer } from './server.ts';

const news = route({ method: 'GET', path: '/news', summary: 'x', access: 'anyone', reply: z.object({}), prepared: true });

const refuse = () => Promise.reject(new Problem('unauthenticated'));
/** A server that gives one answer to every question; `ask` asks over a socket, `made` counts what the framework was asked for. */
const serving = async (text: string) => {
  const again = createAnswersAgain();
  const app = await createServer({ log: pino({ level: 'silent' }), imageOrigins: [], connectOrigins: [], answerFirst: again.answer });
  const { handle } = routesOf(app, { anyone: async () => null, staff: refuse, admin: refuse, device: refuse, service: refuse });
  const prepared = createPreparedReply({ again, now: () => new Date(0) });
  const answer = packedAnswer([new Piece(text)]);
  let made = 0;
  handle(news, async (call) => {
    made += 1;
    call.reply.header('x-caller', 'one').header('set-cookie', 'caller=one');
    return prepared(call, { prepared: { answer, until: null }, again: () => ({ answer, until: null }) });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ask: (question = '', headers = {}): Promise<Response> => fetch(`http://127.0.0.1:${portOf(app.server)}/news${question}`, { headers }),
    made: () => made,
    close: () => app.close(),
  };
};

test('H14: an answer that is given again has every header of the first but those of its caller', async () => {
  const { ask, made, close } = await serving('{}');
  const [first, second] = [new Map((await ask()).headers), new Map((await ask()).headers)];
  await close();
  for (const name of ['x-caller', 'set-cookie']) expect(first.delete(name)).toBe(true);
  first.delete('date');
  second.delete('date');
  expect([made(), [...second].toSorted()]).toEqual([1, [...first].toSorted()]);
});
test('bodies that are kept to be given again are bounded in bytes: old questions make room for new ones', async () => {
  const QUESTIONS = 100;
  const { ask, made, close } = await serving(JSON.stringify({ text: randomBytes(300_000).toString('base64') }));
  const askAll = async (): Promise<void> => {
    for (let n = 0; n < QUESTIONS; n += 1) await (await ask(`?n=${n}`, { 'accept-encoding': 'identity' })).arrayBuffer();
  };
  await askAll();
  expect(made()).toBe(QUESTIONS);
  // Now each is given again, from where it is kept with its body.
  await askAll();
  await askAll();
  await close();
  expect(made()).toBeGreaterThan(QUESTIONS);
});
