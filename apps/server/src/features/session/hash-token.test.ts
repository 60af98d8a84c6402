import { expect, test } from 'vitest';
import { hashSignedPart } from './hash-token.ts';

test('two signatures of one header and payload are one token, another payload is another', { tags: ['D-10'] }, () => {
  expect(hashSignedPart('header.payload.one')).toEqual(hashSignedPart('header.payload.two'));
  expect(hashSignedPart('header.payload.one')).not.toEqual(hashSignedPart('header.other.one'));
});
