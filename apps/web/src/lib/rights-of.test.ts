import { afterEach, expect, test, vi } from 'vitest';
import { rightsOf, TokenTooLarge } from './rights-of.ts';

afterEach(() => void vi.unstubAllGlobals());

const requests: RequestInit[] = [];
const answering = (status: number, body: string) =>
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    requests.push(init);
    return new Response(body, { status });
  });
const problem = (code: string) => JSON.stringify({ error: { code, message: 'Sign in again' } });

test('requests the rights with the new token', { tags: ['E-30'] }, async () => {
  answering(200, '{"isAdmin":true,"storeId":null}');
  expect(await rightsOf('new')).toEqual({ isAdmin: true, storeId: null });
  expect(new Headers(requests.at(-1)?.headers).get('authorization')).toBe('Bearer new');
});
test('a refused token fails with status and message', { tags: ['E-33'] }, async () => {
  answering(401, problem('unauthenticated'));
  await expect(rightsOf('new')).rejects.toThrow('status 401 (Sign in again)');
  answering(502, '<html>');
  await expect(rightsOf('new')).rejects.toThrow('status 502');
});
test('reports a token that is too large for the server or a proxy as TokenTooLarge, with its length', { tags: ['E-35'] }, async () => {
  answering(431, problem('headers_too_large'));
  await expect(rightsOf('x'.repeat(20_000))).rejects.toThrow(TokenTooLarge);
  answering(400, '<html>Request Header Or Cookie Too Large</html>');
  await expect(rightsOf('x'.repeat(9_000))).rejects.toThrow('9000 characters');
  await expect(rightsOf('short')).rejects.not.toThrow(TokenTooLarge);
  answering(400, problem('bad_request'));
  await expect(rightsOf('x'.repeat(9_000))).rejects.not.toThrow(TokenTooLarge);
});
