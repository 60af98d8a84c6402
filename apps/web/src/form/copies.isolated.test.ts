import { afterEach, expect, test, vi } from 'vitest';
import { emptyStorage } from '../../test/empty-storage.ts';
import { DRAFTS, drafts } from '../lib/drafts.ts';
import { copies } from './copies.ts';

type Form = { name: string };
const KEY = 'ola/content/new';
const draft = (name: string, savedAt: number, interrupted = false) => ({
  form: { name },
  base: { name: '' },
  tag: null,
  savedAt,
  interrupted,
});
const lying = (): string[] => Object.keys(localStorage).map((key) => key.slice(DRAFTS.length));
const offered = (own: string | null = null) => copies.toOffer<Form>(KEY, { name: '' }, { own })?.draft.form.name;

vi.stubGlobal('localStorage', emptyStorage());
afterEach(() => {
  for (const at of lying()) drafts.drop(at);
});

test(
  'offers the newest copy that is not the form’s own, also one stored by an older version, never one of another form',
  { tags: ['ux-9'] },
  () => {
    drafts.write(KEY, draft('z poprzedniej wersji', 1));
    expect(offered()).toBe('z poprzedniej wersji');
    drafts.write(`${KEY}#a`, draft('starsza', 2));
    drafts.write(`${KEY}#b`, draft('nowsza', 3));
    drafts.write(`${KEY}/leaflet#c`, draft('gazetka', 4));
    expect(offered()).toBe('nowsza');
    expect(offered(`${KEY}#b`)).toBe('starsza');
  },
);

test('marks the only copy of an ended session as unambiguous, and two such copies as ambiguous', { tags: ['ux-9', 'D-53'] }, () => {
  drafts.write(`${KEY}#a`, draft('pierwsza karta', 1, true));
  expect(copies.toOffer<Form>(KEY, { name: '' })?.isPlain).toBe(true);
  drafts.write(`${KEY}#b`, draft('druga karta', 2, true));
  expect(copies.toOffer<Form>(KEY, { name: '' })?.isPlain).toBe(false);
});

test('prefers the copy of a visit to the preview to newer copies, except to one of an ended session', { tags: ['PREV-07', 'D-53'] }, () => {
  const wanted = `${KEY}#a`;
  drafts.write(wanted, draft('w podglądzie', 1));
  drafts.write(`${KEY}#b`, draft('obok', 2));
  expect(copies.toOffer<Form>(KEY, { name: '' }, { wanted })?.at).toBe(wanted);
  drafts.write(`${KEY}#c`, draft('przerwana', 3, true));
  expect(copies.toOffer<Form>(KEY, { name: '' }, { wanted })?.at).toBe(`${KEY}#c`);
});

test('keeps five copies and evicts the oldest, but never the one that was just stored', { tags: ['ux-9'] }, () => {
  for (const [n, suffix] of [...'abcdef'].entries()) drafts.write(`${KEY}#${suffix}`, draft(suffix, suffix === 'f' ? 0 : n + 1));
  copies.evictOldest(KEY, `${KEY}#f`);
  expect(lying().toSorted()).toEqual(['b', 'c', 'd', 'e', 'f'].map((suffix) => `${KEY}#${suffix}`));
});

test('drops the copies of a finished form, regardless of the visit that stored them', { tags: ['ux-9'] }, () => {
  drafts.write(`${KEY}#a`, draft('zapisana', 1));
  drafts.write(`${KEY}#b`, draft('inna', 2));
  copies.dropWhere<Form>(KEY, ({ name }) => name === 'zapisana');
  expect(lying()).toEqual([`${KEY}#b`]);
});
