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

test('H14: an answer that is given again has every header of the first but those of its caller', async () => {
  const again = createAnswersAgain();
  const app = await createServer({ log: pino({ level: 'silent' }), imageOrigins: [], connectOrigins: [], answerFirst: again.answer });
  const refuse = () => Promise.reject(new Problem('unauthenticated'));
  const { handle } = routesOf(app, { anyone: async () => null, staff: refuse, admin: refuse, device: refuse, service: refuse });
  const prepared = createPreparedReply({ again, now: () => new Date(0) });
  const answer = packedAnswer([new Piece('{}')]);
  let made = 0;
  handle(news, async (call) => {
    made += 1;
    call.reply.header('x-caller', 'one').header('set-cookie', 'caller=one');
    return prepared(call, { prepared: { answer, until: null }, again: () => ({ answer, until: null }) });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (): Promise<Map<string, string>> => new Map((await fetch(`http://127.0.0.1:${portOf(app.server)}/news`)).headers);
  const [first, second] = [await ask(), await ask()];
  await app.close();
  for (const name of ['x-caller', 'set-cookie']) expect(first.delete(name)).toBe(true);
  first.delete('date');
  second.delete('date');
  expect([made, [...second].toSorted()]).toEqual([1, [...first].toSorted()]);
});
