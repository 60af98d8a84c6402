import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { ApiProblem, isNotFound } = await import('./api.ts');

test('isNotFound accepts the not_found of the API, but not the 404 of a proxy', { tags: ['E-11'] }, () => {
  expect(isNotFound(new ApiProblem('not_found', 404))).toBe(true);
  expect(isNotFound(new ApiProblem('internal', 404))).toBe(false);
  expect(isNotFound(new TypeError('Failed to fetch'))).toBe(false);
});
