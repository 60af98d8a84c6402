import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('addEventListener', () => {});
const { usageWords } = await import('./usage-list.tsx');

test('usage texts use the plural form for their count, and call phones devices', { tags: ['ux-19'] }, () => {
  expect([1, 2, 5, 1200].map((count) => usageWords('pl', 'mainDevice', count))).toEqual([
    '1 urządzenie z tym sklepem jako głównym',
    '2 urządzenia z tym sklepem jako głównym',
    '5 urządzeń z tym sklepem jako głównym',
    '1\u00a0200 urządzeń z tym sklepem jako głównym',
  ]);
  expect([1, 3, 12].map((count) => usageWords('pl', 'storeGroup', count))).toEqual([
    '1 grupa sklepów',
    '3 grupy sklepów',
    '12 grup sklepów',
  ]);
  expect([1, 2, 5].map((count) => usageWords('pl', 'savedAudience', count))).toEqual([
    '1 pozycja wśród zapisanych odbiorców',
    '2 pozycje wśród zapisanych odbiorców',
    '5 pozycji wśród zapisanych odbiorców',
  ]);
  expect(usageWords('en', 'savedAudience', 2)).toBe('2 saved audiences');
  expect(usageWords('pl', 'content', 2)).toBe('2 treści');
  expect([1, 2].map((count) => usageWords('en', 'subscribedDevice', count))).toEqual([
    '1 device subscribed to its notifications',
    '2 devices subscribed to its notifications',
  ]);
});

test('counts usages of an unknown kind as other places', { tags: ['E-82', 'ux-19'] }, () => {
  const kind = 'priceTag' as 'content';
  expect([1, 3, 5].map((count) => usageWords('pl', kind, count))).toEqual(['1 inne miejsce', '3 inne miejsca', '5 innych miejsc']);
  expect([1, 3].map((count) => usageWords('en', kind, count))).toEqual(['1 other place', '3 other places']);
});
