import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { Problem, route } from '@endcap/contract/core';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { portOf } from '../../../test/port-of.ts';
import { createAnswersAgain, type KeptQuestion } from './answers-again.ts';
import { routesOf } from './handle.ts';
import { bytesOf, type PackedAnswer, packedAnswer, packedBytes, Piece } from './packed-answer.ts';
import { createPreparedReply } from './prepared-reply.ts';
import { createServer } from './server.ts';

const news = route({ method: 'GET', path: '/news', summary: 'x', access: 'anyone', reply: z.object({}), prepared: true });

const refuse = () => Promise.reject(new Problem('unauthenticated'));
/** A server that gives one answer to every question; `ask` asks over a socket, `made` counts what the framework was asked for. */
const serving = async (text: string) => {
  const again = createAnswersAgain();
  const app = await createServer({ log: pino({ level: 'silent' }), answerFirst: again.answer });
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

test('an answer that is given again has every header of the first but those of its caller', { tags: ['H14'] }, async () => {
  const { ask, made, close } = await serving('{}');
  const [first, second] = [new Map((await ask()).headers), new Map((await ask()).headers)];
  await close();
  for (const name of ['x-caller', 'set-cookie']) expect(first.delete(name)).toBe(true);
  first.delete('date');
  second.delete('date');
  expect([made(), [...second].toSorted()]).toEqual([1, [...first].toSorted()]);
});
test(
  'whatever is asked for, what is kept of packed answers has a bound in bytes, and what is forgotten is let go of',
  { tags: ['17.4'] },
  () => {
    const before = packedBytes();
    const answers = Array.from({ length: 200 }, () => packedAnswer([new Piece(randomBytes(300_000).toString('base64'))]));
    for (const answer of answers) answer.packed({ br: false, gzip: false });
    expect([packedBytes() > 20e6, packedBytes() <= 32e6]).toEqual([true, true]);
    // What no longer had room is packed again.
    for (const answer of answers) expect(answer.packed({ br: false, gzip: false }).length).toBe(400_000);
    for (const answer of answers) answer.forget();
    expect(packedBytes()).toBeLessThanOrEqual(before);
  },
);
test('what is asked for again is packed better unless the next save has ended it', { tags: ['17.3'] }, async () => {
  const text = JSON.stringify(Array.from({ length: 200 }, (_, n) => `Sztuka ${n * 7919} ${'abc'.repeat(n % 5)}`));
  const [lasting, ended] = [packedAnswer([new Piece(text)]), packedAnswer([new Piece(text)])];
  const br = { br: true, gzip: true };
  for (const answer of [lasting, ended]) for (let n = 0; n < 2; n += 1) expect(answer.packed(br).encoding).toBe('gzip');
  ended.forget();
  await expect.poll(() => lasting.packed(br).encoding).toBe('br');
  expect(brotliDecompressSync(bytesOf(lasting.packed(br))).toString()).toBe(text);
  expect(ended.packed(br).encoding).toBe('gzip');
});
test('an answer whose packing changes is given again with the head of what is sent', { tags: ['17.3'] }, async () => {
  const text = JSON.stringify({ text: 'Świeże owoce '.repeat(5_000) });
  const { ask, made, close } = await serving(text);
  const asked = async (): Promise<string | null> => {
    const answer = await ask('', { 'accept-encoding': 'br, gzip' });
    expect(await answer.text()).toBe(text);
    return answer.headers.get('content-encoding');
  };
  expect(await asked()).toBe('gzip');
  await expect.poll(asked).toBe('br');
  await close();
  expect(made()).toBe(1);
});

test('a part of an answer keeps its own bytes alone, not the pool that short buffers are cut from', { tags: ['issue-17.4'] }, () => {
  const { plain } = new Piece('{"title":"Żurek"}');
  expect(plain.toString()).toBe('{"title":"Żurek"}');
  expect(plain.buffer.byteLength).toBe(plain.length);
});

test('what a kept question says before its answer holds no answer that was let go of', { tags: ['17.4'] }, async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const again = createAnswersAgain();
  let answer: PackedAnswer | null = packedAnswer([new Piece('{}')]);
  const known = new WeakRef(answer);
  const question: KeptQuestion = {
    headers: {},
    accepted: { br: false, gzip: false },
    onlyUnknown: false,
    again: () => answer && { answer, until: null },
    cacheControl: () => 'public, max-age=30',
  };
  const server = createHttpServer((request, response) => {
    if (again.answer(request, response)) return;
    again.keep(request, question);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (let n = 0; n < 3; n += 1) await (await fetch(`http://127.0.0.1:${portOf(server)}/`)).text();
  expect(again.answered[200]).toBe(2);
  answer.forget();
  answer = null;
  await expect
    .poll(() => {
      collect();
      return known.deref() === undefined;
    })
    .toBe(true);
  server.close();
});
