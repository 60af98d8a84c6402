import { FILE_MAX_BYTES, IMAGE_MAX_BYTES } from '@endcap/contract/files';
import { expect, test, vi } from 'vitest';
import type { ApiProblemCode } from '../lib/api.ts';

vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {} });
vi.stubGlobal('addEventListener', () => {});
const { ApiProblem } = await import('../lib/api.ts');
const { isRetryable, serverRefusal, localRefusal } = await import('./upload-refusal.ts');

test('checks the type and size of a file before the upload', { tags: ['FILE-04'] }, () => {
  const png = { type: 'image/png', size: IMAGE_MAX_BYTES };
  const pdf = { type: 'application/pdf', size: FILE_MAX_BYTES };
  expect(localRefusal('image', png)).toBeNull();
  expect(localRefusal('image', { ...png, type: 'image/x-ms-bmp' })).toBeNull();
  expect(localRefusal('file', pdf)).toBeNull();
  expect(localRefusal('image', pdf)).toBe('wrongType');
  expect(localRefusal('pdf', png)).toBe('wrongType');
  expect(localRefusal('pdf', { ...pdf, size: FILE_MAX_BYTES + 1 })).toBe('tooLarge');
  // The limit of images also applies to an image among files.
  expect(localRefusal('file', { ...png, size: IMAGE_MAX_BYTES + 1 })).toBe('tooLarge');
});

test('maps server errors to upload refusals, and allows a retry only where the same file may succeed', { tags: ['ux-21', 'E-26'] }, () => {
  const problem = (code: ApiProblemCode, status: number, fields = {}) =>
    new ApiProblem(code, status, { code: 'invalid', message: '', fields });
  const refused = (failure: unknown): [string, boolean] => {
    const why = serverRefusal(failure);
    return [why, isRetryable(why)];
  };
  expect(refused(problem('invalid', 422, { file: ['tooManyPixels'] }))).toEqual(['tooManyPixels', false]);
  expect(refused(problem('invalid', 422, { file: ['protected'] }))).toEqual(['protected', false]);
  expect(refused(problem('unsupported_type', 415))).toEqual(['wrongType', false]);
  expect(refused(problem('too_large', 413))).toEqual(['tooLarge', true]);
  expect(refused(problem('internal', 413))).toEqual(['tooLarge', true]);
  expect(refused(problem('too_many_requests', 429))).toEqual(['tooMany', true]);
  expect(refused(problem('offline', 0))).toEqual(['failed', true]);
  expect(refused(new TypeError('no network'))).toEqual(['failed', true]);
});
