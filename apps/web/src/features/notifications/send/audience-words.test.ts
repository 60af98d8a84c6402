import { expect, test, vi } from 'vitest';
import { emptyAudienceRule } from '@endcap/contract/audience';
import { audienceInWords } from './audience-words.ts';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('addEventListener', () => {});
const { sendMessages } = await import('./send.messages.ts');

const names = {
  stores: new Map([
    ['a', 'Koszyk Gliwice'],
    ['b', 'Koszyk Hel'],
    ['c', 'Koszyk Opole'],
  ]),
  groups: new Map([['s', 'Śląsk']]),
};
const say = (rule: Partial<typeof emptyAudienceRule>, language: 'pl' | 'en' = 'pl') =>
  audienceInWords({ ...emptyAudienceRule, ...rule }, names, sendMessages[language].audience);

test('the audience in words, few by name, many by number', { tags: ['D-41', 'ux-2'] }, () => {
  expect(say({})).toBe('Nikt');
  expect(say({ includeStoreType: 'all' })).toBe('Wszystkie sklepy');
  expect(say({ includeStoreGroups: ['s'], excludeStores: ['a'] })).toBe('Grupa Śląsk; bez: Koszyk Gliwice');
  expect(say({ includeStoreGroups: ['s'], excludeStores: ['a'] }, 'en')).toBe('Group Śląsk; without Koszyk Gliwice');
  expect(say({ includeStoreType: 'super', includeStores: ['a', 'b'] })).toBe('Sklepy Super, Koszyk Gliwice, Koszyk Hel');
  expect(say({ includeStores: ['a', 'b', 'c'] })).toBe('3 sklepy');
  expect(say({ includeStores: ['deleted'] })).toBe('1 sklep');
});
test('a type of stores that this page does not know is not left out of the words', { tags: ['E-82'] }, () =>
  expect(say({ includeStoreType: 'kiosk' as 'super', includeStores: ['a'] })).toBe('Inne sklepy, Koszyk Gliwice'),
);
test('beside "all" the named ones are not said, since they change nothing', { tags: ['D-41'] }, () =>
  expect(say({ includeStoreType: 'all', includeStoreGroups: ['s'], excludeStores: ['b'] })).toBe('Wszystkie sklepy; bez: Koszyk Hel'),
);
