import { expect, test } from 'vitest';
import { hashSignedPart, signOutMarksOf } from './hash-token.ts';

const tokenOf = (claims: unknown, header: object = {}): string =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.signature`;
const marks = (claims: unknown, header?: object) => {
  const { tokens, session } = signOutMarksOf(tokenOf(claims, header));
  return { tokens: tokens.map((hash) => hash.toString('hex')), session: session && { ...session, hash: session.hash.toString('hex') } };
};

test('two signatures of one header and payload are one token, another payload is another', { tags: ['D-10'] }, () => {
  expect(hashSignedPart('header.payload.one')).toEqual(hashSignedPart('header.payload.two'));
  expect(hashSignedPart('header.payload.one')).not.toEqual(hashSignedPart('header.other.one'));
});

test('a token signed again under another header shares the mark of its jti, another token shares none', { tags: ['E-36'] }, () => {
  const [one, again] = [marks({ sub: 'anna', jti: 'x' }), marks({ sub: 'anna', jti: 'x' }, { kid: 'new' })];
  expect(one.tokens).toHaveLength(2);
  expect(again.tokens.filter((hash) => one.tokens.includes(hash))).toHaveLength(1);
  for (const other of [
    { sub: 'anna', jti: 'y' },
    { sub: 'jan', jti: 'x' },
    { sub: 'anna', sid: 'x', iat: 1 },
  ])
    expect(marks(other).tokens.filter((hash) => one.tokens.includes(hash))).toEqual([]);
});

test('a session is identified by its sid and person, and only with a time of issue', { tags: ['E-36'] }, () => {
  const one = marks({ sub: 'anna', jti: 'x', sid: 's', iat: 1_800_000_000 });
  expect(one.session?.issuedAt).toEqual(new Date(1_800_000_000_000));
  expect(marks({ sub: 'anna', jti: 'y', sid: 's', iat: 1_800_000_001 }).session?.hash).toBe(one.session?.hash);
  expect(marks({ sub: 'jan', sid: 's', iat: 1_800_000_000 }).session?.hash).not.toBe(one.session?.hash);
  for (const claims of [
    { sub: 'anna', sid: 's' },
    { sub: 'anna', iat: 1 },
    { sub: 'anna', sid: 5, iat: 1 },
    { sid: 's', iat: '1' },
    null,
    5,
    [],
  ])
    expect(marks(claims).session).toBeNull();
});
