import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Problem, route } from '@endcap/contract/core';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { portOf } from '../../../test/port-of.ts';
import { answerOf, Piece } from './answer.ts';
import { createCompressedBodies } from './compressed-bodies.ts';
import { routesOf } from './handle.ts';
import { createPreparedAnswers } from './prepared-answers.ts';
import { createServer } from './server.ts';

const news = route({ method: 'GET', path: '/news', summary: 'x', access: 'anyone', reply: z.object({}), prepared: true });

const refuse = () => Promise.reject(new Problem('unauthenticated'));
/** Starts a server with one response to every request. `ask` sends a request over a socket; `made` counts calls of the route handler. */
const serving = async (text: string) => {
  const prepared = createPreparedAnswers({ now: () => new Date(0) });
  const app = await createServer({ log: pino({ level: 'silent' }), answerFirst: prepared.answerFromCache });
  const { handle } = routesOf(app, { anyone: async () => null, staff: refuse, admin: refuse, device: refuse, service: refuse });
  const answer = answerOf([new Piece(text)]);
  let made = 0;
  handle(news, async (call) => {
    made += 1;
    call.reply.header('x-caller', 'one').header('set-cookie', 'caller=one');
    return prepared.give(call, { prepared: { answer, until: null }, again: () => ({ answer, until: null }) });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ask: (question = '', headers = {}): Promise<Response> => fetch(`http://127.0.0.1:${portOf(app.server)}/news${question}`, { headers }),
    made: () => made,
    close: () => app.close(),
  };
};

test('a cached answer has all headers of the first one except those of its caller', { tags: ['H14'] }, async () => {
  const { ask, made, close } = await serving('{}');
  const [first, second] = [new Map((await ask()).headers), new Map((await ask()).headers)];
  await close();
  for (const name of ['x-caller', 'set-cookie']) expect(first.delete(name)).toBe(true);
  first.delete('date');
  second.delete('date');
  expect([made(), [...second].toSorted()]).toEqual([1, [...first].toSorted()]);
});
test('limits the total bytes of cached response bodies', { tags: ['17.4'] }, () => {
  const bodies = createCompressedBodies();
  const answers = Array.from({ length: 200 }, () => answerOf([new Piece(randomBytes(300_000).toString('base64'))]));
  for (const answer of answers) bodies.of(answer, 'identity');
  expect([bodies.bytes() > 20e6, bodies.bytes() <= 24e6]).toEqual([true, true]);
  // Evicted bodies are compressed again.
  for (const answer of answers) expect(bodies.of(answer, 'identity').length).toBe(400_000);
});
test('compresses an answer once per encoding, and shares the result among equal answers', { tags: ['17.3'] }, () => {
  const bodies = createCompressedBodies();
  const text = JSON.stringify(Array.from({ length: 200 }, (_, n) => `Sztuka ${n * 7919} ${'abc'.repeat(n % 5)}`));
  const [one, equal] = [answerOf([new Piece(text)]), answerOf([new Piece(text)])];
  expect(bodies.of(equal, 'br')).toBe(bodies.of(one, 'br'));
  expect(brotliDecompressSync(bodies.of(one, 'br')).toString()).toBe(text);
  expect(gunzipSync(bodies.of(one, 'gzip')).toString()).toBe(text);
});
for (const [encoding, accepted] of [
  ['br', 'gzip, br'],
  ['gzip', 'gzip, br;q=0'],
  [null, 'identity'],
] as const)
  test(`a client that accepts ${accepted} is answered in ${encoding ?? 'plain text'}, again too`, { tags: ['17.3'] }, async () => {
    const text = JSON.stringify({ text: 'Świeże owoce '.repeat(5_000) });
    const { ask, made, close } = await serving(text);
    for (let n = 0; n < 2; n += 1) {
      const answer = await ask('', { 'accept-encoding': accepted });
      expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([encoding, text]);
    }
    await close();
    expect(made()).toBe(1);
  });

test('a part of an answer retains only its own bytes, not the pool of short buffers', { tags: ['issue-17.4'] }, () => {
  const { plain } = new Piece('{"title":"Żurek"}');
  expect(plain.toString()).toBe('{"title":"Żurek"}');
  expect(plain.buffer.byteLength).toBe(plain.length);
});
