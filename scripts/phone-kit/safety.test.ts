import { createPhoneKit } from '@endcap/phone-kit';
import { expect, test } from 'vitest';

test('received() marks safety messages and their corrections as such, and no other message', { tags: ['CARE-05'] }, async () => {
  const entries = new Map<string, string>();
  const kit = createPhoneKit({
    baseUrl: 'https://app.example',
    appScheme: 'endcap://',
    storage: {
      getItem: async (key) => entries.get(key) ?? null,
      setItem: async (key, value) => void entries.set(key, value),
      removeItem: async (key) => void entries.delete(key),
    },
  });
  const data = { notificationId: 'x', safety: 'true' };
  expect(await kit.received(data)).toEqual({ do: 'show', notificationId: 'x', tag: 'nx', safety: true });
  expect(await kit.received({ ...data, action: 'correct', version: '2', title: 'T', body: 'B' })).toMatchObject({
    do: 'replace',
    safety: true,
  });
  expect(await kit.received({ notificationId: 'y' })).toEqual({ do: 'show', notificationId: 'y', tag: 'ny' });
});
