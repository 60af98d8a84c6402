import { emptySettings, type Settings, thresholdValue } from '@endcap/contract/settings';
import { expect, test } from 'vitest';
import { addTypedQuestion, nothingNew, type SettingsForm, toSettingsForm } from './settings-form.ts';

const marks = { _id: 'settings', createdAt: '', createdBy: null, updatedAt: '', updatedBy: null } as const;
// The function looks at nothing else.
const form = (facts: Partial<SettingsForm>) => ({ 'loyalty.questions': [], ...nothingNew, ...facts }) as unknown as SettingsForm;

test('adds a typed but not added question and answer to the list', { tags: ['D-44'] }, () => {
  const { form: whole, problems } = addTypedQuestion(form({ 'new.question': 'Jak?', 'new.answer': 'Tak.', 'new.color': '#1F6F4A' }));
  expect(problems).toEqual({});
  expect(whole).toEqual(
    form({ 'loyalty.questions': [{ id: expect.stringMatching(/^[0-9a-f]{32}$/), question: 'Jak?', answer: 'Tak.', color: '#1F6F4A' }] }),
  );
});
test('reports a question or an answer alone as a problem of the missing field, and keeps it', { tags: ['D-44'] }, () => {
  for (const [typed, missing] of [
    [{ 'new.question': 'Jak?' }, 'new.answer'],
    [{ 'new.answer': 'Tak.', 'new.question': '  ' }, 'new.question'],
  ] as const) {
    const started = form(typed);
    expect(addTypedQuestion(started)).toEqual({ form: started, problems: { [missing]: ['required'] } });
  }
});
test('ignores a colour without question and answer', { tags: ['D-44'] }, () => {
  expect(addTypedQuestion(form({ 'new.color': '#1F6F4A' }))).toEqual({ form: form({}), problems: {} });
});

test(
  'a threshold is written as the language writes it, thousands apart in Polish, and read as it was',
  { tags: ['LOY-22', 'ux-25'] },
  () => {
    const values = [999, 1_000, 250.5, null];
    const stored = {
      ...emptySettings,
      loyalty: { ...emptySettings.loyalty, questions: [], thresholds: values.map((value) => ({ value })) },
    };
    const settings: Settings = { ...stored, ...marks };
    const shown = (language: 'pl' | 'en') => toSettingsForm(settings, language)['loyalty.thresholds'].map(({ value }) => value);
    expect(shown('pl')).toEqual(['999', '1\u00a0000', '250,5', '']);
    expect(shown('en')).toEqual(['999', '1000', '250.5', '']);
    for (const language of ['pl', 'en'] as const) expect(shown(language).map((text) => thresholdValue.parse(text))).toEqual(values);
    for (const text of ['1 00', '10 0000', '1,000', '-1', '1e3', 'abc']) expect(thresholdValue.safeParse(text).success).toBe(false);
  },
);

test.each([
  [{ approval: false, approvalAbove: 5_000, safetyMessages: false }, 'bez zatwierdzania', 'no approval'],
  [{ approval: true, approvalAbove: 5_000, safetyMessages: true }, 'komunikaty bezpieczeństwa', 'safety messages'],
  [
    { approval: true, approvalAbove: 9_000, safetyMessages: true },
    'powyżej 9\u00a0000 urządzeń, komunikaty bezpieczeństwa',
    'above 9000 devices, safety messages',
  ],
  [{ approval: true, approvalAbove: null }, 'każda wysyłka', 'every send'],
  [{ approval: true, approvalAbove: 9_000 }, 'powyżej 9\u00a0000 urządzeń', 'above 9000 devices'],
])('describes a change that waits for another administrator by what it changes: %j', { tags: ['E-04', 'CARE-05'] }, (rules, pl, en) => {
  const approvalLater = { ...rules, from: '2026-11-28T12:00:00.000Z', askedBy: 'anna' };
  const sending = { ...emptySettings.sending, approval: true, approvalAbove: 5_000, approvalLater };
  const stored = { ...emptySettings, loyalty: { ...emptySettings.loyalty, questions: [] }, sending };
  const shown = (language: 'pl' | 'en') => toSettingsForm({ ...stored, ...marks }, language)['sending.approvalLater'];
  expect(shown('pl')).toBe(`${pl}, 2026-11-28 13:00`);
  expect(shown('en')).toBe(`${en}, 2026-11-28 13:00`);
});
