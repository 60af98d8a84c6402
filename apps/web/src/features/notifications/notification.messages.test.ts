import { expect, test, vi } from 'vitest';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('addEventListener', () => {});
const { notificationMessages } = await import('./notification.messages.ts');
const { detailsMessages } = await import('./details/details.messages.ts');
const { codeMessages } = await import('../../frames/code.messages.ts');
const { pl, en } = notificationMessages;
const details = detailsMessages.en;

test('quoted texts word for word in English', { tags: ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-04', 'ERR-05', 'ERR-15'] }, () => {
  expect([details.saved, details.updated]).toEqual(['New expiration date saved', 'Notification updated']);
  expect([details.saveFailed, details.notUpdated]).toEqual(['Error while updating expiration date', 'Notification not updated']);
  expect([en.send.testSent, en.send.sent]).toEqual(['Test notification was sent', 'Notification sent']);
  expect(en.send.quota).toBe("You can't send any more notifications today. Only one notification per day is allowed.");
  expect(details.failed).toBe('Notification was not sent due to the following errors');
});
test('the two Polish validation texts are Polish in both languages', { tags: ['A-29'] }, () => {
  for (const words of [codeMessages.pl, codeMessages.en]) {
    expect(words.textTooLong).toBe('Tekst powiadomienia może mieć najwyżej 230 znaków');
    expect(words.textTooManyLines).toBe('Dozwolone są maksymalnie dwie nowe linie');
  }
});
test('numbers take their form', { tags: ['ux-25'] }, () => {
  expect([1, 2, 5, 12, 22, 1.5].map((n) => pl.count.devices(n, String(n)))).toEqual([
    '1 urządzenie',
    '2 urządzenia',
    '5 urządzeń',
    '12 urządzeń',
    '22 urządzenia',
    '1.5 urządzenia',
  ]);
  expect([1, 2].map((n) => pl.count.stores(n, String(n)))).toEqual(['w 1 sklepie', 'w 2 sklepach']);
  expect([1, 2].map((n) => en.count.devices(n, String(n)))).toEqual(['1 device', '2 devices']);
});
test('uses the verb form that matches the number of devices in the confirmation', { tags: ['ux-3'] }, () => {
  const asked = (n: number): string => pl.send.confirmText(n, pl.count.devices(n, String(n))).split('.')[0] ?? '';
  expect([1, 2, 5, 12, 22, 25].map(asked)).toEqual([
    'To powiadomienie otrzyma 1 urządzenie',
    'To powiadomienie otrzymają 2 urządzenia',
    'To powiadomienie otrzyma 5 urządzeń',
    'To powiadomienie otrzyma 12 urządzeń',
    'To powiadomienie otrzymają 22 urządzenia',
    'To powiadomienie otrzyma 25 urządzeń',
  ]);
});
