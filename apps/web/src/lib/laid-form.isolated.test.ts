import { beforeEach, expect, test, vi } from 'vitest';

let person: string | null = null;
vi.mock('./current-session.ts', () => ({ session: { get: () => (person === null ? null : { person: { id: person } }) } }));
const { laidForm } = await import('./laid-form.ts');

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test('an unsaved form in the preview is stored for its person alone', { tags: ['PREV-07', 'AUTH-17'] }, () => {
  const form = {
    overlay: { kind: 'popup', id: null, draft: { name: 'Mój' } },
    copy: 'ola/popup/new#1',
    name: 'Mój',
    path: '/popup/new',
  } as const;
  person = 'anna';
  expect(laidForm.set(form)).toBe(true);
  expect(laidForm.get()).toEqual({ ...form, at: expect.any(Number) });
  for (person of ['ola', null]) expect(laidForm.get()).toBeNull();
  expect(laidForm.set(form)).toBe(false);
  person = 'anna';
  expect(laidForm.get()).toMatchObject(form);
});
