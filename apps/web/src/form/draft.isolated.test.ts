import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyStorage } from '../../test/empty-storage.ts';

vi.stubGlobal('localStorage', emptyStorage());
vi.stubGlobal('sessionStorage', emptyStorage());
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('removeEventListener', () => {});
vi.mock('../lib/session.ts', () => ({
  session: { get: () => ({ person: { id: 'ola' } }), wasLost: () => false, subscribe: () => () => {} },
}));
const { createForm } = await import('./form-store.ts');
const { openDraft } = await import('./draft.ts');
const { drafts } = await import('../lib/drafts.ts');

const NEW = { kind: 'content', id: null };
const opened = () => {
  const form = createForm({ form: { name: '' }, tag: null }, { judge: () => ({}) });
  return { form, draft: openDraft(form, NEW) };
};
const lying = (): string[] => drafts.keysOf('ola/content/new');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const at of Object.keys(localStorage)) localStorage.removeItem(at);
  vi.useRealTimers();
});

test('does not store a saved form again, even as an equal copy or after a long delay', { tags: ['ux-9'] }, () => {
  const { form, draft } = opened();
  const stop = draft.listen();
  form.change({ name: 'Ulotka' });
  vi.advanceTimersByTime(1_000);
  expect(lying()).toHaveLength(1);
  // A save replaces the form with an equal one as well.
  form.replace({ ...form.values.get() });
  draft.drop({ ...form.values.get() });
  vi.advanceTimersByTime(5_000);
  // On leaving the page.
  draft.persist();
  expect(lying()).toEqual([]);
  stop();
});

test('does not offer the copy of another new item on the item that was just saved', { tags: ['ux-9', 'D-53'] }, () => {
  drafts.write('ola/content/new#other', { form: { name: 'Inna' }, base: { name: '' }, tag: null, savedAt: 1 });
  const { form, draft } = opened();
  expect(draft.offered.get()?.draft.form).toEqual({ name: 'Inna' });
  form.change({ name: 'Ulotka' });
  draft.drop();
  draft.moveTo({ kind: 'content', id: 'c1' }, false);
  expect(draft.offered.get()).toBeNull();
  expect(lying()).toEqual(['ola/content/new#other']);
  // After a change of store, the offered copy waits for an answer.
  const other = opened();
  other.draft.moveTo({ kind: 'content', id: 'c2' }, true);
  expect(other.draft.offered.get()?.draft.form).toEqual({ name: 'Inna' });
});

test('drops the copy when a form is changed back to its initial values', { tags: ['ux-9'] }, () => {
  const { form, draft } = opened();
  const stop = draft.listen();
  form.change({ name: 'Ulotka' });
  vi.advanceTimersByTime(1_000);
  expect(lying()).toHaveLength(1);
  form.change({ name: '' });
  expect(lying()).toEqual([]);
  form.change({ name: 'Ulotka' });
  vi.advanceTimersByTime(1_000);
  expect(lying()).toHaveLength(1);
  stop();
});
