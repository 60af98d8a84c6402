import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Files that may use a plain `TextInput`: searches, filters, numbers, confirmations and parsed fields. None stores its text as typed. */
const plain = [
  'features/assistant/thread-filter-form.tsx',
  'features/content/editor/availability-dialog.tsx',
  'features/content/editor/content-panel.tsx',
  'features/customers/erase-customer.tsx',
  'features/notifications/send/confirm-send.tsx',
  'features/notifications/send/message-fields.tsx',
  'features/preview/viewer-choice.tsx',
  'features/settings/question-fields.tsx',
  'features/subscription-stats/stats-rows.tsx',
  'ui/chosen-list.tsx',
  'ui/date-field.tsx',
  'ui/pick-field.tsx',
  'ui/search-field.tsx',
  'ui/text-line.tsx',
];

test('only fields whose text is not stored use a TextInput that does not clean pasted text', { tags: ['E-6H'] }, () => {
  const cwd = 'apps/web/src';
  const files = globSync('**/*.tsx', { cwd, exclude: ['**/*.test.tsx'] });
  const found = files.filter((file) => /<TextInput\b|memo\(TextInput\)/.test(readFileSync(`${cwd}/${file}`, 'utf8')));
  expect(found.toSorted()).toEqual(plain);
});
