import { expect, test } from 'vitest';
import { addTypedQuestion, nothingNew, type SettingsForm } from './settings-form.ts';

// The function looks at nothing else.
const form = (facts: Partial<SettingsForm>) => ({ 'loyalty.questions': [], ...nothingNew, ...facts }) as unknown as SettingsForm;

test('D-44: a pair that is typed and not added joins the list', () => {
  const { form: whole, problems } = addTypedQuestion(form({ 'new.question': 'Jak?', 'new.answer': 'Tak.', 'new.color': '#1F6F4A' }));
  expect(problems).toEqual({});
  expect(whole).toEqual(
    form({ 'loyalty.questions': [{ id: expect.stringMatching(/^[0-9a-f]{32}$/), question: 'Jak?', answer: 'Tak.', color: '#1F6F4A' }] }),
  );
});
test('D-44: half a pair is a problem of the field that is missing, and stays', () => {
  for (const [typed, missing] of [
    [{ 'new.question': 'Jak?' }, 'new.answer'],
    [{ 'new.answer': 'Tak.', 'new.question': '  ' }, 'new.question'],
  ] as const) {
    const started = form(typed);
    expect(addTypedQuestion(started)).toEqual({ form: started, problems: { [missing]: ['required'] } });
  }
});
test('D-44: a colour alone is nothing to save', () => {
  expect(addTypedQuestion(form({ 'new.color': '#1F6F4A' }))).toEqual({ form: form({}), problems: {} });
});
