import { expect, test } from 'vitest';
import { reasonOf } from './sign-in-failure.ts';

test('the reason of a failed sign-in is what the error says, with the code of the provider', { tags: ['E-33'] }, () => {
  expect(reasonOf(new Error('its ID token has expired'))).toBe('its ID token has expired');
  expect(reasonOf(Object.assign(new Error('No such scope'), { error: 'invalid_scope' }))).toBe('invalid_scope: No such scope');
  expect(reasonOf(Object.assign(new Error('invalid_scope'), { error: 'invalid_scope' }))).toBe('invalid_scope');
  expect(reasonOf(Object.assign(new Error('odd'), { error: {} }))).toBe('odd');
  expect(reasonOf('text')).toBe('text');
  expect(reasonOf(new Error('x'.repeat(10_000)))).toHaveLength(500);
});
