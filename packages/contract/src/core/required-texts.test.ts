import { expect, test } from 'vitest';
import type { z } from 'zod';
import { appAssistantRoutes } from '../assistant/index.ts';
import { contentFields, contentTypes, requiresField, SentContent, contentFieldNames } from '../content/index.ts';
import { knowledgeFields } from '../knowledge/index.ts';
import { SendNotification } from '../notifications/index.ts';
import { popupFields } from '../popups/index.ts';
import { SegmentName } from '../segments/index.ts';
import { SentQuestion, settingsRules } from '../settings/index.ts';
import { storeGroupFields } from '../store-groups/index.ts';
import { storeFields } from '../stores/index.ts';
import { cleanText, fieldCodes, rulesOf } from './index.ts';

const invisible = [
  '\u200b',
  '\u200d',
  '\u200c',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u00ad',
  '\u115f\u1160',
  '\uffa0',
  '\u034f',
  '\u180e',
  '\u2064',
  '\ufe0f',
  '\u{e0020}',
  '\ufeff',
  '\u202e',
  ' \u200b\u00a0\n\u2800 ',
];

const tables: Record<string, Record<string, z.ZodType>> = {
  store: rulesOf(storeFields),
  group: rulesOf(storeGroupFields),
  knowledge: rulesOf(knowledgeFields),
  popup: rulesOf(popupFields),
  content: rulesOf(contentFields),
  notification: SendNotification.shape,
  settings: { signature: settingsRules.signatureValid, hidden: settingsRules.hideClientCodeText },
  question: { question: SentQuestion.shape.question, answer: SentQuestion.shape.answer },
  segment: { name: SegmentName },
  assistant: { text: appAssistantRoutes.ask.body.shape.text },
};
const rules = Object.entries(tables).flatMap(([table, fields]) =>
  Object.entries(fields).map(([field, rule]): [string, z.ZodType] => [`${table}.${field}`, rule]),
);
const outcome = (rule: z.ZodType, text: string): unknown => {
  const { success, data, error } = rule.safeParse(text);
  return success ? data : fieldCodes(error);
};
// Rules that accept text. They must treat invisible text like empty text.
const texts = rules.filter(([, rule]) => rule.safeParse('abc').success);
const required = texts.filter(([, rule]) => JSON.stringify(outcome(rule, '')) === '{"body":["required"]}').map(([name]) => name);

test('the contract has exactly these required texts', { tags: ['D-16'] }, () =>
  expect(required.toSorted()).toEqual([
    'assistant.text',
    'group.name',
    'knowledge.content',
    'knowledge.description',
    'knowledge.name',
    'notification.content',
    'notification.title',
    'notification.validUntil',
    'popup.name',
    'question.answer',
    'question.question',
    'segment.name',
    'store.city',
    'store.name',
    'store.openingHours',
    'store.street',
    'store.zipCode',
  ]),
);
test.each(texts.filter(([name]) => !['notification.url', 'notification.validUntil'].includes(name)))(
  '%s with only invisible characters is empty',
  { tags: ['D-16'] },
  (_name, rule) => {
    for (const text of invisible) expect([text, outcome(rule, text)]).toEqual([text, outcome(rule, '')]);
  },
);
test('content rejects required texts with only invisible characters', { tags: ['D-16'] }, () => {
  for (const contentType of contentTypes)
    for (const field of contentFieldNames.filter((field) => requiresField(contentType, field) && contentFields[field].input !== 'instant'))
      for (const text of invisible) {
        const { error } = SentContent.safeParse({ contentType, [field]: text });
        if (contentFields[field].rule.safeParse('abc').success) expect(error && fieldCodes(error)[field]).toEqual(['required']);
      }
});
test('joiners and invisible characters are kept inside a text with visible characters', { tags: ['D-16'] }, () => {
  for (const text of ['👩‍👩‍👧', 'nie\u00addzie\u00adla', 'a\u200bb', '.', '❤️', '\u0301a'.normalize('NFC')]) expect(cleanText(text)).toBe(text);
});
