import { describe, expect, test } from 'vitest';
import { type Aimed, emptyAudienceRule, type AudienceStore } from '../audience/index.ts';
import { isNeverOpen, isWorse, type LinkSource } from './index.ts';

const store = (id: string): AudienceStore => ({ id, storeType: 'super', groups: [], formerGroups: [], deleted: false });
const stores = [store('a'), store('b')];
const item = (facts: Partial<Aimed> = {}): Aimed => ({
  ...emptyAudienceRule,
  includeStoreType: 'all',
  segments: [],
  version: '',
  disabled: false,
  publicationStart: null,
  publicationEnd: null,
  ...facts,
});
const [june, july, august] = ['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z'];
const popup: LinkSource = {
  ...emptyAudienceRule,
  is: 'shown',
  includeStoreType: 'all',
  segments: [],
  version: '',
  from: june,
  until: null,
};
const worsens = (was: Aimed, is: Aimed, source = popup): boolean => isWorse(source, { was, is }, stores);

describe('changes of an item that break links', { tags: ['LINK-03'] }, () => {
  test(
    'are a new or earlier end and a removed store, segment or version, but not existing findings or improvements',
    { tags: ['LINK-03'] },
    () => {
      expect(worsens(item(), item())).toBe(false);
      expect(worsens(item(), item({ publicationEnd: august }))).toBe(true);
      expect(worsens(item({ publicationEnd: august }), item({ publicationEnd: july }))).toBe(true);
      expect(worsens(item({ publicationEnd: july }), item({ publicationEnd: august }))).toBe(false);
      expect(worsens(item({ publicationEnd: july }), item({ publicationEnd: july, disabled: true }))).toBe(false);
      expect(worsens(item(), item({ publicationStart: july }))).toBe(true);
      expect(worsens(item({ publicationStart: august }), item({ publicationStart: july }))).toBe(false);
      expect(worsens(item({ excludeStores: ['a'] }), item({ excludeStores: ['a', 'b'] }))).toBe(true);
      expect(worsens(item({ excludeStores: ['a', 'b'] }), item({ excludeStores: ['a'] }))).toBe(false);
      expect(worsens(item(), item({ segments: ['x'] }))).toBe(true);
      expect(worsens(item({ segments: ['x', 'y'] }), item({ segments: ['x'] }))).toBe(true);
      expect(worsens(item({ segments: ['x'] }), item({ segments: ['x', 'y'] }))).toBe(false);
      expect(worsens(item(), item({ version: '>= 3.2.0' }))).toBe(true);
      expect(worsens(item({ version: '>= 3.2.0' }), item({ version: '>= 3.0.0' }))).toBe(false);
    },
  );
  test('are not those outside the audience or the life of the link', { tags: ['LINK-03'] }, () => {
    const banner: LinkSource = { ...popup, includeStoreType: '', includeStores: ['a'], segments: ['x'], version: '>= 4', until: july };
    expect(worsens(item(), item({ excludeStores: ['b'] }), banner)).toBe(false);
    expect(worsens(item(), item({ segments: ['x', 'y'], version: '>= 3.2.0', publicationEnd: august }), banner)).toBe(false);
  });
  test('are not versions that the link does not reach, or that had lost the item before', { tags: ['LINK-03'] }, () => {
    const newer: LinkSource = { ...popup, version: '>= 4' };
    expect(worsens(item({ version: '>=3.2.0 <5.0.0' }), item({ version: '>=3.3.0 <5.0.0' }), newer)).toBe(false);
    expect(worsens(item({ version: '>=3.2.0 <5.0.0' }), item({ version: '>=3.2.0 <4.5.0' }), newer)).toBe(true);
  });
  test('isNeverOpen is true if the item is published only before or after the life of the link', { tags: ['LINK-01'] }, () => {
    const push: LinkSource = { ...popup, is: 'sent', from: june, until: july };
    expect(isNeverOpen(push, item({ publicationStart: august }))).toBe(true);
    expect(isNeverOpen(push, item({ publicationEnd: '2026-05-01T00:00:00.000Z' }))).toBe(true);
    expect(isNeverOpen(push, item({ publicationStart: july }))).toBe(false);
    expect(isNeverOpen(popup, item({ publicationStart: august }))).toBe(false);
  });
});
