import { type FlattenedJWSInput, type JWK, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKeySource } from './key-source.ts';

let jwk: JWK;
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ES256');
  jwk = await exportJWK(publicKey);
});
const keysOf = (...kids: string[]) => ({ keys: kids.map((kid) => ({ ...jwk, alg: 'ES256', kid })) });
const tokenOf = (claims: object): FlattenedJWSInput => ({
  payload: Buffer.from(JSON.stringify(claims)).toString('base64url'),
  signature: '',
});
const issuedNow = () => tokenOf({ iat: Math.floor(Date.now() / 1000) });
const header = (kid: string) => ({ alg: 'ES256', kid });

type Options = Omit<Parameters<typeof createKeySource>[1], 'now'>;
/** A source whose reads the test answers one by one. */
const aSource = (options: Options = { readAgainMs: 0 }) => {
  const reads: { answer: (document: unknown) => void; fail: (error: Error) => void }[] = [];
  const read = () => new Promise<unknown>((resolve, reject) => reads.push({ answer: resolve, fail: reject }));
  const answer = async (count: number, document: unknown): Promise<void> => {
    await expect.poll(() => reads.length).toBe(count);
    reads.at(-1)?.answer(document);
  };
  return { reads, answer, source: createKeySource(read, { ...options, now: () => new Date() }) };
};
const begunSource = async (options?: Options) => {
  const given = aSource(options);
  const begun = given.source.current();
  await given.answer(1, keysOf('old'));
  await begun;
  return given;
};
const noKey = { code: 'ERR_JWKS_NO_MATCHING_KEY' };

describe('a token with an unknown key id', { tags: ['E-79'] }, () => {
  test('waits for keys that are read after it came', async () => {
    const { source, answer, reads } = await begunSource();
    const key = source.find(header('new'), issuedNow());
    await answer(2, keysOf('old', 'new'));
    await expect(key).resolves.toBeDefined();
    await expect(source.find(header('new'), issuedNow())).resolves.toBeDefined();
    expect(reads).toHaveLength(2);
  });
  test('is refused once such keys do not name it', async () => {
    const { source, answer } = await begunSource();
    const key = source.find(header('foreign'), issuedNow());
    await answer(2, keysOf('old'));
    await expect(key).rejects.toMatchObject(noKey);
  });
  test('does not count a read that was under way when it came', async () => {
    const { source, answer, reads } = await begunSource();
    const first = source.find(header('foreign'), issuedNow());
    await expect.poll(() => reads.length).toBe(2);
    const second = source.find(header('new'), issuedNow());
    reads[1]?.answer(keysOf('old'));
    await expect(first).rejects.toMatchObject(noKey);
    await answer(3, keysOf('old', 'new'));
    await expect(second).resolves.toBeDefined();
  });
  test('shares its read with all others that wait', async () => {
    const { source, answer, reads } = await begunSource();
    const strangers = Array.from({ length: 50 }, (_, n) => source.find(header(`foreign-${n}`), issuedNow()));
    const refused = Promise.all(strangers.map((stranger) => expect(stranger).rejects.toMatchObject(noKey)));
    const honest = source.find(header('new'), issuedNow());
    await answer(2, keysOf('old', 'new'));
    await expect(honest).resolves.toBeDefined();
    await refused;
    expect(reads).toHaveLength(2);
  });
  test('waits where it does not say when it was issued', async () => {
    for (const token of [tokenOf({}), tokenOf({ iat: 'x' }), { payload: '-', signature: '' }]) {
      const { source, answer } = await begunSource();
      const key = source.find(header('new'), token);
      await answer(2, keysOf('new'));
      await expect(key).resolves.toBeDefined();
    }
  });
  test('is refused at once where keys were read long enough after it was issued', async () => {
    const { source, reads } = await begunSource();
    await expect(source.find(header('foreign'), tokenOf({ iat: Math.floor(Date.now() / 1000) - 600 }))).rejects.toMatchObject(noKey);
    expect(reads).toHaveLength(1);
  });
  test('fails with the read that it waits for, and the next one reads again', async () => {
    const { source, answer, reads } = await begunSource();
    const key = source.find(header('new'), issuedNow());
    await expect.poll(() => reads.length).toBe(2);
    reads[1]?.fail(new Error('away'));
    await expect(key).rejects.toThrow('away');
    const next = source.find(header('new'), issuedNow());
    await answer(3, keysOf('new'));
    await expect(next).resolves.toBeDefined();
  });
  test('is answered with 503 where too many wait already', async () => {
    const { source, answer } = await begunSource({ readAgainMs: 0, waitingAtMost: 2 });
    const waiting = [source.find(header('a'), issuedNow()), source.find(header('b'), issuedNow())];
    await expect(source.find(header('new'), issuedNow())).rejects.toMatchObject({ code: 'unavailable' });
    await answer(2, keysOf('a', 'b'));
    await expect(Promise.all(waiting)).resolves.toHaveLength(2);
  });
});

test('refuses at once a known key id with another algorithm, and no key id where all keys have one', { tags: ['E-79'] }, async () => {
  const { source, reads } = await begunSource();
  await expect(source.find({ alg: 'RS256', kid: 'old' }, issuedNow())).rejects.toMatchObject(noKey);
  await expect(source.find({ alg: 'RS256' }, issuedNow())).rejects.toMatchObject(noKey);
  expect(reads).toHaveLength(1);
});
test('a token that has the keys read for the first time is judged by them', { tags: ['E-79'] }, async () => {
  const { source, answer, reads } = aSource();
  const key = source.find(header('foreign'), issuedNow());
  await answer(1, keysOf('old'));
  await expect(key).rejects.toMatchObject(noKey);
  expect(reads).toHaveLength(1);
});
