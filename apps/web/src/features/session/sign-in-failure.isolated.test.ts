import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { reasonOf } = await import('./sign-in-failure.ts');

test('takes the reason of a failed sign-in from the error, with the code of the provider', { tags: ['E-33'] }, () => {
  expect(reasonOf(new Error('its ID token has expired'))).toBe('its ID token has expired');
  expect(reasonOf(Object.assign(new Error('No such scope'), { error: 'invalid_scope' }))).toBe('invalid_scope: No such scope');
  expect(reasonOf(Object.assign(new Error('invalid_scope'), { error: 'invalid_scope' }))).toBe('invalid_scope');
  expect(reasonOf(Object.assign(new Error('odd'), { error: {} }))).toBe('odd');
  expect(reasonOf('text')).toBe('text');
  expect(reasonOf(new Error('x'.repeat(10_000)))).toHaveLength(500);
});
