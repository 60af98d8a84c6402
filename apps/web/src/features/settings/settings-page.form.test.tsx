import { testPhoneRoutes } from '@endcap/contract/devices';
import { linkRoutes } from '@endcap/contract/links';
import { emptySettings, Settings, settingsRoutes } from '@endcap/contract/settings';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read, save } = settingsRoutes;
const settings = sample(Settings, emptySettings);

const openSettings = async (answers: StandIn[] = []) => {
  const screen = await openScreen('/settings', {
    answers: [answer(read, settings), answer(testPhoneRoutes.list, []), answer(linkRoutes.check, []), ...answers],
  });
  await screen.findField('Caption under valid content');
  return { ...screen, saveButton: () => screen.getByRole('button', { name: 'Save' }) };
};

test('adds a question only with an answer that can be seen, and says that it was added', { tags: ['LOY-13'] }, async () => {
  const { user, findByRole, fill, findByText, getByRole } = await openSettings();
  await user.click(await findByRole('button', { name: 'Add a question' }));
  const adding = within(await findByRole('group', { name: 'New question' }));
  const [question, reply] = [adding.getByLabelText(/^Question( \*)?$/), adding.getByLabelText(/^Answer( \*)?$/)];
  const add = adding.getByRole('button', { name: 'Add' });
  fill(question, 'Pytanie?');
  fill(reply, '\u200b');
  await adding.findByText('This field is required');
  expect(add).toBeDisabled();
  expect(adding.queryByText(/added/)).toBeNull();
  for (const n of [1, 2]) {
    fill(question, 'Pytanie?');
    fill(reply, 'Odpowiedź');
    await waitFor(() => expect(add).toBeEnabled());
    await user.click(add);
    await findByText(`Question ${n} was added.`);
    expect(within(getByRole('region', { name: 'Questions and answers' })).getAllByRole('listitem')).toHaveLength(n);
  }
});

test('reads the start of the campaign as people type it, and keeps what is no date to be corrected', { tags: ['D-43'] }, async () => {
  const { findField, fill, user, findByText, saveButton, api } = await openSettings([answer(save, settings)]);
  const start = await findField('Start of the campaign');
  fill(start, '30.02.2027');
  await user.tab();
  expect(start).toHaveValue('30.02.2027');
  await findByText(/^This is not a date/);
  expect(saveButton()).toBeDisabled();
  fill(start, '1 marca 2027');
  await user.tab();
  expect(start).toHaveValue('2027-03-01');
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await waitFor(() => expect(api.askedOf(save)).toHaveLength(1));
  expect(api.askedOf(save)[0]?.body).toMatchObject({ loyalty: { campaignStart: '2027-02-28T23:00:00.000Z' } });
});

test('shows what was saved without another read, and saves again on top of it', { tags: ['D-50', 'ERR-09'] }, async () => {
  const { field, fill, user, saveButton, api, findByText } = await openSettings([
    answer(save, ({ body }) => ({ ...settings, signatureValid: String((body as Settings).signatureValid).trim() })),
  ]);
  fill(field('Caption under valid content'), '  Zapisany podpis ');
  await waitFor(() => expect(saveButton()).toBeEnabled());
  api.change(answer(read, refuse('unavailable')));
  await user.click(saveButton());
  await findByText(/Saved at/);
  await waitFor(() => expect(field('Caption under valid content')).toHaveValue('Zapisany podpis'));
  expect(api.askedOf(read)).toHaveLength(1);
  fill(field('Caption under valid content'), 'Jeszcze raz');
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await waitFor(() => expect(api.askedOf(save)).toHaveLength(2));
  expect(api.askedOf(save)[1]?.headers.get('if-match')).toBe('"1"');
});

test('says that too many codes for test phones were shown', { tags: ['PLAN-07'] }, async () => {
  const { findByRole, user, findByText } = await openSettings([answer(testPhoneRoutes.invite, refuse('too_many_requests'))]);
  await user.click(await findByRole('button', { name: 'Add a phone' }));
  expect(await findByText('Too many codes were shown. Try again in an hour.')).toBeVisible();
});

test(
  'keeps the focus where the next key is wanted when a question is added, edited and removed',
  { tags: ['D-45', 'WCAG-2.4.3'] },
  async () => {
    const questions = [{ id: 'question1', question: 'Pierwsze', answer: 'x', color: '#FFFFFF' }];
    const { user, findByRole, getByRole, queryByRole, fill } = await openSettings([
      answer(read, { ...settings, loyalty: { ...settings.loyalty, questions } }),
    ]);
    const press = async (name: string): Promise<void> => {
      getByRole('button', { name }).focus();
      await user.keyboard('{Enter}');
    };
    await findByRole('button', { name: 'Edit question 1' });
    await user.click(getByRole('button', { name: 'Add a question' }));
    const adding = within(await findByRole('group', { name: 'New question' }));
    const question = adding.getByLabelText(/^Question( \*)?$/);
    fill(question, 'Drugie');
    fill(adding.getByLabelText(/^Answer( \*)?$/), 'y');
    await waitFor(() => expect(adding.getByRole('button', { name: 'Add' })).toBeEnabled());
    await press('Add');
    await waitFor(() => expect(question).toHaveFocus());
    await press('Edit question 1');
    const first = within(await findByRole('group', { name: 'Question 1' }));
    await waitFor(() => expect(first.getByLabelText(/^Question( \*)?$/)).toHaveFocus());
    await press('Done');
    await waitFor(() => expect(getByRole('button', { name: 'Edit question 1' })).toHaveFocus());
    await press('Remove question 1');
    await waitFor(() => expect(queryByRole('button', { name: 'Remove question 2' })).toBeNull());
    expect(getByRole('button', { name: 'Remove question 1' })).toHaveFocus();
    expect(getByRole('region', { name: 'Questions and answers' })).toHaveTextContent('Drugie');
    await press('Remove question 1');
    await waitFor(() => expect(question).toHaveFocus());
  },
);

test('saves whether store staff see the day sheet of their own store', { tags: ['SHEET-03'] }, async () => {
  const { user, getByRole, saveButton, api } = await openSettings([answer(save, { ...settings, daySheetForStaff: true })]);
  await user.click(getByRole('checkbox', { name: 'Store staff see the day sheet of their own store' }));
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await waitFor(() => expect(api.askedOf(save)).toHaveLength(1));
  expect(api.askedOf(save)[0]?.body).toMatchObject({ daySheetForStaff: true });
});
