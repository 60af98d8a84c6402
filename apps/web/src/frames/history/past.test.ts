import { expect, test } from 'vitest';
import { formOfVersion, versionBefore, withoutFiles } from './past.ts';

const name = `${'a'.repeat(32)}.png`;
const pdf = `${'b'.repeat(32)}.pdf`;

test('leaves out files that are no longer stored, in fields and in list entries, and counts them', { tags: ['HIST-05'] }, () => {
  const form = {
    logo: `cloudinary:${name}`,
    text: `see ${name}`,
    flag: true,
    stores: ['s1'],
    entries: [
      { id: '1', name: 'R', file: `file:${pdf}` },
      { id: '2', name: 'F', file: '' },
    ],
  };
  expect(withoutFiles(form, [])).toEqual({ form, left: 0 });
  expect(withoutFiles(form, [name, pdf])).toEqual({
    form: { ...form, logo: '', entries: [{ id: '1', name: 'R', file: '' }, form.entries[1]] },
    left: 2,
  });
});

test(
  'fills fields that a version lacks from the stored item, or from an empty one for a new item, within groups too',
  { tags: ['HIST-04'] },
  () => {
    const past = {
      kind: 'settings' as const,
      blank: { name: '', loyalty: { start: null, banner: null } },
      toForm: (entity: Record<string, unknown>) => ({ shown: JSON.stringify(entity) }),
    };
    const shown = (version: Record<string, unknown>, now: Record<string, unknown> | null) =>
      JSON.parse(formOfVersion(past, version, now, 'pl').shown) as unknown;
    expect(shown({ loyalty: { start: 'x' } }, null)).toEqual({ name: '', loyalty: { start: 'x', banner: null } });
    expect(shown({ loyalty: { start: 'x' } }, { name: 'n', loyalty: { start: 'y', banner: 'z' } })).toEqual({
      name: 'n',
      loyalty: { start: 'x', banner: 'z' },
    });
  },
);

test('returns the whole item as the version before a delete, and null before a create', { tags: ['HIST-06'] }, () => {
  const change = {
    _id: '1',
    at: '2026-01-01T00:00:00Z',
    person: { id: 'a', name: null },
    kind: 'popup' as const,
    item: 'p',
    label: 'x',
    fields: 1,
    deleted: true,
    names: {},
    missingFiles: [],
  };
  expect(versionBefore({ ...change, action: 'delete', version: null, changes: { name: ['x', null], repeat: [1, null] } })).toEqual({
    name: 'x',
    repeat: 1,
  });
  expect(versionBefore({ ...change, action: 'create', version: { name: 'x' }, changes: { name: [null, 'x'] } })).toBeNull();
  expect(versionBefore({ ...change, action: 'update', version: { name: 'y', repeat: 1 }, changes: { name: ['x', 'y'] } })).toEqual({
    name: 'x',
    repeat: 1,
  });
});
