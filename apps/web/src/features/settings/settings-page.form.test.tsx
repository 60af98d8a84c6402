import { testPhoneRoutes } from '@endcap/contract/devices';
import { linkRoutes } from '@endcap/contract/links';
import { emptySettings, Settings, settingsRoutes } from '@endcap/contract/settings';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer, refuse, type StandIn, withTag } from '../../../test/stand-in-api.ts';

const { read, save } = settingsRoutes;
const settings = sample(Settings, emptySettings);

const openSettings = async (answers: StandIn[] = [], section?: string) => {
  const screen = await openScreen('/settings', {
    answers: [answer(read, settings), answer(testPhoneRoutes.list, []), answer(linkRoutes.check, []), ...answers],
  });
  await screen.findField('Caption under valid content');
  if (section) await screen.user.click(screen.getByRole('button', { name: `Change: ${section}` }));
  return { ...screen, saveButton: () => screen.getByRole('button', { name: 'Save' }) };
};

test('adds a question only with a visible answer, and confirms that it was added', { tags: ['LOY-13'] }, async () => {
  const { user, findByRole, fill, findByText, getByRole } = await openSettings([], 'Loyalty campaign');
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

test(
  'a new question has no error before somebody leaves half of it, also after another one was added',
  { tags: ['LOY-13', 'ux-10'] },
  async () => {
    const { user, findByRole, fill, findByText, field } = await openSettings([], 'Loyalty campaign');
    await user.click(await findByRole('button', { name: 'Add a question' }));
    const adding = within(await findByRole('group', { name: 'New question' }));
    const [question, reply] = [adding.getByLabelText(/^Question( \*)?$/), adding.getByLabelText(/^Answer( \*)?$/)];
    const invalid = () => document.querySelectorAll('[aria-invalid="true"]');
    expect(invalid()).toHaveLength(0);
    fill(question, 'Pytanie?');
    await findByRole('button', { name: '1 field left to fill in' });
    expect(invalid()).toHaveLength(0);
    fill(reply, 'Odpowiedź');
    await user.click(adding.getByRole('button', { name: 'Add' }));
    await findByText('Question 1 was added.');
    fill(question, 'Drugie?');
    await findByRole('button', { name: '1 field left to fill in' });
    expect(invalid()).toHaveLength(0);
    expect(field('Caption under valid content')).toBeValid();
  },
);

test('accepts common date formats for the start of the campaign, and keeps an invalid date in the field', { tags: ['D-43'] }, async () => {
  const { findField, fill, user, findByText, saveButton, api } = await openSettings([answer(save, settings)], 'Loyalty campaign');
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
  await waitFor(() => expect(api.requestsOf(save)).toHaveLength(1));
  expect(api.requestsOf(save)[0]?.body).toMatchObject({ loyalty: { campaignStart: '2027-02-28T23:00:00.000Z' } });
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
  expect(api.requestsOf(read)).toHaveLength(1);
  fill(field('Caption under valid content'), 'Jeszcze raz');
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await waitFor(() => expect(api.requestsOf(save)).toHaveLength(2));
  expect(api.requestsOf(save)[1]?.headers.get('if-match')).toBe('"1"');
});

test('shows that too many codes for test phones were requested', { tags: ['PLAN-07'] }, async () => {
  const { findByRole, user, findByText } = await openSettings([answer(testPhoneRoutes.invite, refuse('too_many_requests'))], 'Test phones');
  const add = await findByRole('button', { name: 'Add a phone' });
  await waitFor(() => expect(add).toBeEnabled());
  await user.click(add);
  expect(await findByText('Too many codes were shown. Try again in an hour.')).toBeVisible();
});

test(
  'keeps the focus where the next key is wanted when a question is added, edited and removed',
  { tags: ['D-45', 'WCAG-2.4.3'] },
  async () => {
    const questions = [{ id: 'question1', question: 'Pierwsze', answer: 'x', color: '#FFFFFF' }];
    const { user, findByRole, getByRole, queryByRole, fill } = await openSettings(
      [answer(read, { ...settings, loyalty: { ...settings.loyalty, questions } })],
      'Loyalty campaign',
    );
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
  const { user, getByRole, saveButton, api } = await openSettings(
    [answer(save, { ...settings, daySheetForStaff: true })],
    'Assistant, shop, game',
  );
  await user.click(getByRole('checkbox', { name: 'Store staff see the day sheet of their own store' }));
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await waitFor(() => expect(api.requestsOf(save)).toHaveLength(1));
  expect(api.requestsOf(save)[0]?.body).toMatchObject({ daySheetForStaff: true });
});

test(
  'folds the entry of a question until it is wanted, and moves the focus where the next key is wanted',
  { tags: ['LOY-11', 'D-45', 'ux-10'] },
  async () => {
    const questions = [{ id: 'question1', question: 'Jedyne', answer: 'x', color: '#FFFFFF' }];
    const { user, findByRole, getByRole, queryByRole, queryByText, findByText } = await openSettings(
      [answer(read, { ...settings, loyalty: { ...settings.loyalty, questions } })],
      'Loyalty campaign',
    );
    await findByText('No unsaved changes');
    expect(queryByRole('group', { name: 'New question' })).toBeNull();
    getByRole('button', { name: 'Remove question 1' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(getByRole('button', { name: 'Add a question' })).toHaveFocus());
    expect(queryByText('No unsaved changes')).toBeNull();
    await user.keyboard('{Enter}');
    const entry = within(await findByRole('group', { name: 'New question' }));
    await waitFor(() => expect(entry.getByLabelText(/^Question( \*)?$/)).toHaveFocus());
    expect(entry.getByRole('button', { name: 'Add' })).toBeDisabled();
  },
);

test(
  'treats a typed but not added question as unsaved: confirms before leaving, keeps a draft, and adds it on Save',
  { tags: ['D-44'] },
  async () => {
    const open = async (reloaded: boolean) => {
      const screen = await openScreen('/settings', {
        answers: [
          answer(read, settings),
          answer(testPhoneRoutes.list, []),
          answer(linkRoutes.check, []),
          answer(save, ({ body }) => ({ ...settings, loyalty: { ...settings.loyalty, ...(body as { loyalty: object }).loyalty } })),
        ],
        reloaded,
      });
      await screen.findField('Caption under valid content');
      const entry = async () => {
        const adding = within(await screen.findByRole('group', { name: 'New question' }));
        return { adding, question: adding.getByLabelText(/^Question( \*)?$/), reply: adding.getByLabelText(/^Answer( \*)?$/) };
      };
      return { ...screen, entry };
    };
    const { user, getByRole, findByRole, fill, findByText, queryByRole, entry, unmount, button } = await open(false);
    await user.click(getByRole('button', { name: 'Change: Loyalty campaign' }));
    await user.click(getByRole('button', { name: 'Add a question' }));
    const { adding, question, reply } = await entry();
    fill(question, 'Gdzie jest parking?');
    await user.click(getByRole('link', { name: 'Popup' }));
    await user.click(within(await findByRole('dialog')).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    await findByText(/^Draft kept at/);
    expect(button('Save')).toBeDisabled();
    await user.click(getByRole('button', { name: /^1 field left to fill in/ }));
    await waitFor(() => expect(reply).toHaveFocus());
    await adding.findByText('This field is required');
    unmount();

    const again = await open(true);
    await again.user.click(await again.findByRole('button', { name: 'Restore' }));
    const restored = await again.entry();
    expect(restored.question).toHaveValue('Gdzie jest parking?');
    again.fill(restored.reply, 'Za sklepem.');
    await waitFor(() => expect(again.button('Save')).toBeEnabled());
    await again.user.click(again.button('Save'));
    await again.findByText(/^Saved at/);
    expect(again.api.requestsOf(save)[0]?.body).toMatchObject({
      loyalty: { questions: [{ question: 'Gdzie jest parking?', answer: 'Za sklepem.' }] },
    });
    const listed = () => within(again.getByRole('region', { name: 'Questions and answers' })).getAllByRole('listitem');
    await waitFor(() => expect(listed()).toHaveLength(1));
    expect(restored.question).toHaveValue('');
  },
);

/** Keeps the settings as the server does: groups are joined by their fields, and a change of another revision is refused with what is stored. */
const standInServer = (start: Partial<Settings>) => {
  let item: Settings = { ...settings, ...start };
  let revision = 1;
  const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
  const write = (part: object): void => {
    revision += 1;
    const joined = Object.entries(part).map(([name, value]) => [name, isGroup(value) ? { ...Reflect.get(item, name), ...value } : value]);
    item = { ...item, ...Object.fromEntries(joined) };
  };
  const tag = (): string => `"${revision}"`;
  return {
    answers: [
      answer(read, () => withTag(tag(), item)),
      answer(save, ({ headers, body }) => {
        if (headers.get('if-match') !== tag()) return withTag(tag(), refuse('precondition_failed', { current: item }));
        write(body as object);
        return withTag(tag(), item);
      }),
    ],
    stored: (): Settings => item,
    /** Saves a change as another person. */
    changeBehind: write,
  };
};

test(
  'merges concurrent edits, and shows conflicts for the same field, the list of thresholds or one part of an entry',
  { tags: ['S10', 'A-106', 'ux-11'] },
  async () => {
    const thresholds = (first: number | null) => [first, 200, 300, null].map((value) => ({ value }));
    const regulations = (name: string) => [
      { type: 'regulation' as const, name, file: null },
      { type: 'faq' as const, name: 'Pytania', file: null },
    ];
    const pair = (question: string) => ({ id: `id${question.length}`, question, answer: 'x', color: '#FFFFFF' });
    const { answers, stored, changeBehind } = standInServer({
      signatureValid: 'Stary',
      loyalty: {
        ...settings.loyalty,
        questions: [pair('Wspólne')],
        thresholds: thresholds(100),
        regulations: regulations('Stary regulamin'),
      },
    });
    const { user, findByRole, getByRole, getAllByText, findByText, queryByRole, fill, saveButton } = await openSettings(
      answers,
      'Loyalty campaign',
    );
    const press = async (): Promise<void> => {
      await waitFor(() => expect(saveButton()).toBeEnabled());
      await user.click(saveButton());
    };
    const chooseMine = async (): Promise<void> => {
      const dialog = within(await findByRole('dialog'));
      for (const choice of dialog.getAllByRole('radiogroup')) await user.click(within(choice).getAllByRole('radio')[0] as HTMLElement);
      await user.click(dialog.getByRole('button', { name: /^Save/ }));
      await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    };

    // Questions that both added are all kept.
    await user.click(getByRole('button', { name: 'Add a question' }));
    const adding = within(await findByRole('group', { name: 'New question' }));
    fill(adding.getByLabelText(/^Question( \*)?$/), 'Moje');
    fill(adding.getByLabelText(/^Answer( \*)?$/), 'm');
    await waitFor(() => expect(adding.getByRole('button', { name: 'Add' })).toBeEnabled());
    await user.click(adding.getByRole('button', { name: 'Add' }));
    changeBehind({ signatureFuture: 'Ich podpis', loyalty: { questions: [pair('Wspólne'), pair('Ich')] } });
    await press();
    await findByText(/^Saved at/);
    expect(stored()).toMatchObject({ signatureFuture: 'Ich podpis' });
    expect(stored().loyalty.questions.map(({ question }) => question)).toEqual(['Wspólne', 'Ich', 'Moje']);
    expect(within(getByRole('region', { name: 'Questions and answers' })).getAllByRole('listitem')).toHaveLength(3);

    // Both changed the same field, so the person has to choose.
    fill(getByRole('textbox', { name: 'Caption under valid content' }), 'Mój');
    changeBehind({ signatureValid: 'Ich' });
    await press();
    expect(await findByRole('dialog')).toHaveTextContent('Caption under valid content');
    await chooseMine();
    await waitFor(() => expect(stored().signatureValid).toBe('Mój'));
    await waitFor(() => expect(getAllByText(/^Saved at/)).toHaveLength(1));

    // Thresholds conflict as a whole; names of two regulations are merged.
    fill(getByRole('textbox', { name: 'Threshold 1' }), '150');
    fill(getByRole('textbox', { name: 'FAQ: name' }), 'Moje pytania');
    changeBehind({ loyalty: { thresholds: thresholds(120), regulations: regulations('Ich regulamin') } });
    await press();
    const dialog = await findByRole('dialog');
    expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(1);
    expect(dialog).toHaveTextContent('150');
    expect(dialog).toHaveTextContent('120');
    expect(dialog).not.toHaveTextContent('object');
    await chooseMine();
    await waitFor(() => expect(stored().loyalty.thresholds).toEqual(thresholds(150)));
    expect(stored().loyalty.regulations.map(({ name }) => name)).toEqual(['Ich regulamin', 'Moje pytania']);
  },
);

test('saves an exception to the legal trading days, with a note', { tags: ['TRADE-01'] }, async () => {
  const { user, findByText, getByRole, saveButton, api, fill } = await openSettings(
    [answer(save, ({ body }) => ({ ...settings, trading: (body as Settings).trading }))],
    'Trading days',
  );
  await findByText(/^The next trading Sundays:/);
  const days = within(getByRole('group', { name: 'Exceptions to trading days' }));
  await user.click(days.getByRole('button', { name: 'Add a day' }));
  await waitFor(() => expect(days.getByRole('textbox', { name: /^Day/ })).toHaveFocus());
  expect(days.queryByText('This is not a date')).toBeNull();
  // A Sunday on which shops are closed.
  fill(days.getByRole('textbox', { name: /^Day/ }), '2083-11-07');
  fill(days.getByRole('textbox', { name: 'Note' }), 'Jarmark');
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await findByText(/^Saved at/);
  expect(api.requestsOf(save)[0]?.body).toMatchObject({
    trading: { exceptions: [{ day: '2083-11-07', kind: 'trading', note: 'Jarmark' }] },
  });
});

test('summarizes each folded section in one line, and keeps a section with unsaved changes open', { tags: ['E-6E'] }, async () => {
  const sending = { ...settings.sending, weeklyLimit: 3, quietFrom: '22:00', quietUntil: '06:00' };
  const { user, getByRole, queryByRole, fill, findByText, field, saveButton } = await openSettings([
    answer(read, { ...settings, appName: 'Koszyk', sending }),
    answer(save, ({ body }) => ({ ...settings, ...(body as Settings) })),
  ]);
  const section = (name: string) => getByRole('group', { name });
  expect(section('Sending notifications')).toHaveTextContent('at most 3 per customer in 7 days · quiet 22:00–06:00');
  expect(section('Trading days')).toHaveTextContent('as the law says');
  expect(queryByRole('textbox', { name: 'Quiet hours from' })).toBeNull();

  await user.click(getByRole('button', { name: 'Fold: App' }));
  expect(section('App')).toHaveTextContent(/Koszyk · no logo/);
  expect(getByRole('button', { name: 'Change: App' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(field('App name')).toHaveFocus();

  fill(field('App name'), 'Koszyk Plus');
  await waitFor(() => expect(queryByRole('button', { name: 'Fold: App' })).toBeNull());
  await waitFor(() => expect(saveButton()).toBeEnabled());
  await user.click(saveButton());
  await findByText(/^Saved at/);
  expect(getByRole('button', { name: 'Fold: App' })).toBeVisible();
});

test('opens the section that the address names, and sections changed by a draft', { tags: ['E-6E'] }, async () => {
  const answers = [answer(read, settings), answer(testPhoneRoutes.list, []), answer(linkRoutes.check, [])];
  const { findField, fill, findByText, getByRole, queryByRole, unmount } = await openScreen('/settings#section-sending', { answers });
  const from = await findField('Quiet hours from');
  expect(queryByRole('textbox', { name: 'App name' })).toBeNull();
  fill(from, '22:00');
  getByRole('link', { name: 'Popup' }).click();
  await findByText(/^Draft kept at/);
  unmount();

  const again = await openScreen('/settings#section-trading', { answers, reloaded: true });
  await again.user.click(await again.findByRole('button', { name: 'Restore' }));
  expect(await again.findField('Quiet hours from')).toHaveValue('22:00');
});
