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
const lying = (): string[] => drafts.placesOf('ola/content/new');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const at of Object.keys(localStorage)) localStorage.removeItem(at);
  vi.useRealTimers();
});

test('what was saved is not kept once more, however the form spells it and however long what follows takes', { tags: ['ux-9'] }, () => {
  const { form, draft } = opened();
  const stop = draft.listen();
  form.change({ name: 'Ulotka' });
  vi.advanceTimersByTime(1_000);
  expect(lying()).toHaveLength(1);
  // As a save does: with another form that says the same.
  form.replace({ ...form.values.get() });
  draft.drop({ ...form.values.get() });
  vi.advanceTimersByTime(5_000);
  // On the way out.
  draft.keep();
  expect(lying()).toEqual([]);
  stop();
});

test('a copy of another new item is not offered on the item that was just saved', { tags: ['ux-9', 'D-53'] }, () => {
  drafts.write('ola/content/new#other', { form: { name: 'Inna' }, base: { name: '' }, tag: null, savedAt: 1 });
  const { form, draft } = opened();
  expect(draft.found.get()?.draft.form).toEqual({ name: 'Inna' });
  form.change({ name: 'Ulotka' });
  draft.drop();
  draft.moveTo({ kind: 'content', id: 'c1' }, false);
  expect(draft.found.get()).toBeNull();
  expect(lying()).toEqual(['ola/content/new#other']);
  // Where the person turned to another store, what is on offer waits for an answer.
  const other = opened();
  other.draft.moveTo({ kind: 'content', id: 'c2' }, true);
  expect(other.draft.found.get()?.draft.form).toEqual({ name: 'Inna' });
});
