import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../../test/port-of.ts';
import { jsonIn, readAnswer, readJsonAnswer } from './read-answer.ts';

let address = '';
let isEnded: Promise<void>;
/** Answers with a text, or without an end. */
const server = createServer(({ url }, response) => {
  isEnded = new Promise((resolve) => response.once('close', resolve));
  if (url === '/short') return void response.end('\uFEFF{"ż":1}');
  if (url === '/empty') return void response.writeHead(204).end();
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  };
  response.on('drain', more);
  more();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(() => server.close());

test('an answer is read as text without its byte order mark, an absent one as nothing', async () => {
  expect(await readAnswer(await fetch(`${address}/short`))).toBe('{"ż":1}');
  expect(await readAnswer(await fetch(`${address}/empty`))).toBe('');
});
test('an answer without an end is an error that names the address, and its connection is ended', async () => {
  const answer = await fetch(`${address}/endless`);
  await expect(readAnswer(answer)).rejects.toThrow(`The answer of ${address}/endless is longer than 1000000 bytes`);
  await isEnded;
});
test('an answer of exactly the most bytes is read', async () => {
  expect(await readAnswer(new Response('abc'), 3)).toBe('abc');
  await expect(readAnswer(new Response('abcd'), 3)).rejects.toThrow('longer than 3 bytes');
});
test('a text that is not JSON is undefined, and an error that quotes none of it', async () => {
  expect([jsonIn('[1]'), jsonIn('<html>'), jsonIn('')]).toEqual([[1], undefined, undefined]);
  expect(await readJsonAnswer(new Response('null'))).toBeNull();
  await expect(readJsonAnswer(new Response('Anna'))).rejects.toThrow('The answer of  is not JSON');
});
