import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { ApiProblem, isNotFound } = await import('./api.ts');

test('only the API itself says that something does not exist: a 404 of a proxy does not', { tags: ['E-11'] }, () => {
  expect(isNotFound(new ApiProblem('not_found', 404))).toBe(true);
  expect(isNotFound(new ApiProblem('internal', 404))).toBe(false);
  expect(isNotFound(new TypeError('Failed to fetch'))).toBe(false);
});
