import { bulkContentRoutes, ContentRow, contentRoutes, contentViewRoutes, DEFAULT_CONTENT_SORT } from '@endcap/contract/content';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer, lostConnection, proxyPage, refuse, type StandIn, withTag } from '../../../../test/stand-in-api.ts';

const { change, preview, undo } = bulkContentRoutes;
const extended = ['2087-06-01T10:00:00.000Z', '2087-06-08T10:00:00.000Z', '2087-06-15T10:00:00.000Z'];
const row = (facts: Partial<ContentRow> = {}): ContentRow =>
  sample(ContentRow, {
    _id: 'item1',
    contentType: 'leaflet',
    name: 'Gazetka',
    title: null,
    prevImage: null,
    pinned: false,
    disabled: false,
    publicationStart: '2025-01-01T00:00:00.000Z',
    publicationEnd: extended[0],
    ...facts,
  });

/** Opens the list of what `stored` returns at the time of each read. */
const openList = async (stored: () => ContentRow[], answers: StandIn[] = []) => {
  const screen = await openScreen('/content?name=gazetka', {
    answers: [
      answer(contentRoutes.list, () => pageOf(stored())),
      answer(contentRoutes.usage, []),
      answer(contentViewRoutes.remember, undefined),
      answer(storeGroupRoutes.list, pageOf([])),
      answer(preview, { items: [{ _id: 'item1', revision: 1, name: 'Gazetka' }], unchanged: 0, refused: [], gaining: 0, losing: 0 }),
      ...answers,
    ],
  });
  await screen.findByRole('link', { name: 'Gazetka' });
  const { user, findByRole, getByRole } = screen;
  return {
    ...screen,
    /** The row of the only item. */
    item: () => screen.getAllByRole('row').at(-1),
    act: async (name: string): Promise<void> => {
      await user.click(getByRole('button', { name: 'More: Gazetka' }));
      await user.click(await findByRole('menuitem', { name }));
    },
  };
};

test(
  'reports an undo with an unknown outcome, reloads the list, and does not blame somebody else when it is repeated',
  { tags: ['EDIT-03', 'ux-22'] },
  async () => {
    let weeks = 0;
    const { item, act, user, findByText, queryByText, findByRole, api } = await openList(
      () => [row({ publicationEnd: extended[weeks] ?? null })],
      [
        answer(change, () => {
          weeks = 1;
          return { items: [{ _id: 'item1', revision: 2 }] };
        }),
        answer(undo, () => {
          weeks = 0;
          return lostConnection;
        }),
      ],
    );
    await act('Extend by 7 days');
    await waitFor(() => expect(item()).toHaveTextContent('Sun, 8 Jun 2087, 12:00'));
    await user.click(await findByRole('button', { name: 'Undo' }));
    await findByText(/did not confirm whether it worked/);
    expect(queryByText(/could not be undone/)).toBeNull();
    await waitFor(() => expect(item()).toHaveTextContent('Sun, 1 Jun 2087, 12:00'));
    api.change(answer(undo, { undone: 0, kept: [{ _id: 'item1', name: 'Gazetka' }] }));
    await user.click(await findByRole('button', { name: 'Undo' }));
    await findByText(/No longer as that change left them: Gazetka\./);
    expect(queryByText(/Somebody changed/)).toBeNull();
  },
);

test(
  'reports a change with an unknown outcome, for one item and for chosen ones, and reloads the list',
  { tags: ['EDIT-02', 'ux-20', 'ux-22'] },
  async () => {
    let weeks = 0;
    const { item, act, user, findByText, findByRole, getByRole } = await openList(
      () => [row({ publicationEnd: extended[weeks] ?? null })],
      [
        answer(change, () => {
          weeks += 1;
          return lostConnection;
        }),
      ],
    );
    await act('Extend by 7 days');
    await findByText(/did not confirm whether they were changed/);
    await waitFor(() => expect(item()).toHaveTextContent('Sun, 8 Jun 2087, 12:00'));
    await user.click(getByRole('checkbox', { name: 'Choose: Gazetka' }));
    await user.click(await findByRole('button', { name: 'Change the chosen …' }));
    const dialog = within(await findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('What to change'), 'extend');
    await user.click(await dialog.findByRole('button', { name: 'Change 1 item' }));
    await dialog.findByText(/did not confirm whether they were changed/);
    await waitFor(() => expect(item()).toHaveTextContent('Sun, 15 Jun 2087, 12:00'));
  },
);

test(
  'reports a delete with an unknown outcome, reloads the list, and treats a 404 on the next try as success',
  { tags: ['ERR-06', 'ux-20', 'ux-22'] },
  async () => {
    let stored = [row()];
    const { user, findByRole, findByText, getByRole, queryByRole, api } = await openList(
      () => stored,
      [
        answer(contentRoutes.remove, () => {
          stored = [];
          return lostConnection;
        }),
      ],
    );
    await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
    const dialog = within(await findByRole('dialog'));
    const remove = dialog.getByRole('button', { name: 'Delete' });
    await user.click(remove);
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('did not confirm whether it was deleted');
    expect(alert).not.toHaveTextContent('Nothing changed');
    await findByText('Nothing matches the filters');
    api.change(answer(contentRoutes.remove, refuse('not_found')));
    await user.click(remove);
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  },
);

test('does not take a 404 of a proxy for a delete', { tags: ['E-11', 'ERR-06'] }, async () => {
  const { user, findByRole, getByRole, api } = await openList(() => [row()], [answer(contentRoutes.remove, proxyPage(404))]);
  await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
  const dialog = within(await findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('It could not be deleted.');
  expect(api.requestsOf(contentRoutes.remove)).toHaveLength(1);
});

test('ends a publication by the time of the server, not of the computer', { tags: ['E-05'] }, async () => {
  const { act, findByText, api } = await openList(() => [row()], [answer(change, { items: [{ _id: 'item1', revision: 2 }] })]);
  await act('End publication now');
  await findByText('1 item changed.');
  expect([...api.requestsOf(preview), ...api.requestsOf(change)].map(({ body }) => body)).toMatchObject([
    { change: { action: 'end', publicationEnd: 'now' } },
    { change: { action: 'end', publicationEnd: 'now' } },
  ]);
});

test('shows how much of a publication is over only where it ends', { tags: ['D-47'] }, async () => {
  const { getAllByRole } = await openList(() => [
    row(),
    row({ _id: 'item2', name: 'Z końcem', publicationEnd: '2086-01-01T00:00:00.000Z' }),
    row({ _id: 'item3', name: 'Bez końca', publicationEnd: null }),
  ]);
  const barsOf = (name: string) => {
    const line = getAllByRole('row').find(({ textContent }) => textContent?.includes(name));
    return line ? within(line).queryAllByRole('img', { name: 'published' }) : [];
  };
  expect(barsOf('Z końcem')).toHaveLength(1);
  expect(barsOf('Bez końca')).toHaveLength(0);
});

test('replaces invalid filters in the address with defaults, and offers none to save', { tags: ['EDIT-07', 'A-20'] }, async () => {
  const { findByLabelText, findByRole, user, api } = await openScreen('/content?contentType=gone&published=7&sortField=x', {
    answers: [answer(contentRoutes.list, pageOf([row()])), answer(contentViewRoutes.list, { last: null, views: [] })],
  });
  expect(await findByLabelText('Content type')).toHaveValue('');
  await user.click(await findByRole('button', { name: 'Views' }));
  await waitFor(async () => expect(await findByRole('dialog', { name: 'Saved views' })).toHaveTextContent('Filter or sort the list'));
  const [asked] = api.requestsOf(contentRoutes.list);
  expect(['contentType', 'published', 'sortField'].map((name) => asked?.query.get(name))).toEqual([null, null, DEFAULT_CONTENT_SORT]);
});

test('clears the chosen rows when the filter changes', { tags: ['EDIT-02'] }, async () => {
  const { user, getByRole, findByRole, queryByRole, address } = await openList(() => [row()]);
  await user.click(getByRole('checkbox', { name: 'Choose: Gazetka' }));
  await findByRole('button', { name: /^Change the chosen/ });
  await user.click(getByRole('button', { name: /^Clear/ }));
  await waitFor(() => expect(address()).toBe('/content'));
  await waitFor(() => expect(queryByRole('button', { name: /^Change the chosen/ })).toBeNull());
});

test(
  'lists a picture, type, title, internal name and dates, filters and sorts by the address, and deletes after a warning',
  {
    tags: [
      'NAV-18',
      'CONT-LIST-01',
      'CONT-LIST-02',
      'CONT-LIST-03',
      'CONT-LIST-04',
      'CONT-LIST-05',
      'CONT-LIST-06',
      'CONT-LIST-07',
      'CONT-LIST-08',
      'CONT-LIST-09',
      'CONT-LIST-10',
      'CONT-LIST-11',
      'CONT-LIST-12',
      'CONT-LIST-13',
      'CONT-LIST-14',
      'CONT-LIST-15',
      'CONT-LIST-16',
      'CONT-LIST-17',
      'CONT-LIST-18',
      'CONT-LIST-19',
      'CONT-LIST-20',
      'CONT-LIST-21',
      'CONT-LIST-22',
      'CONT-LIST-23',
      'CONT-LIST-24',
      'CONT-LIST-25',
      'CONT-LIST-26',
      'CONT-LIST-27',
      'CONT-LIST-29',
      'CONT-LIST-30',
      'CONT-LIST-31',
      'CONT-LIST-32',
      'CONT-LIST-33',
      'CONT-LIST-34',
      'CONT-LIST-40',
      'CONST-26',
      'A-102',
      'E-6F',
    ],
  },
  async () => {
    let stored = [
      row({ _id: 'onion1', name: 'Cebula', contentType: 'banner', publicationStart: '2085-01-01T10:30:00.000Z', publicationEnd: null }),
      row({ _id: 'moth1', name: 'Ćma', title: 'Żarówki', pinned: true, prevImage: `cloudinary:${'a'.repeat(32)}.png` }),
    ];
    const screen = await openScreen('/store', {
      answers: [
        answer(contentRoutes.list, ({ query }) => pageOf(query.get('ends') || query.get('contentType') ? [] : stored)),
        answer(contentViewRoutes.remember, undefined),
        answer(contentRoutes.usage, []),
        answer(contentRoutes.remove, ({ params }) => {
          stored = stored.filter(({ _id }) => _id !== params['contentId']);
          return undefined;
        }),
      ],
    });
    const { user, address, api, fill, findByRole, findByText, getByRole, getAllByRole, getByLabelText, queryByRole } = screen;
    await user.click(await findByRole('link', { name: 'Content' }));
    await findByRole('link', { name: 'Żarówki' });
    expect(address()).toBe('/content');
    const asked = (...names: string[]) => names.map((name) => api.requestsOf(contentRoutes.list).at(-1)?.query.get(name));
    expect(asked('sortField', 'contentType', 'published')).toEqual([DEFAULT_CONTENT_SORT, null, null]);
    const rowOf = (name: string) => getAllByRole('row').find(({ textContent }) => textContent?.includes(name)) ?? document.body;
    const moth = within(rowOf('Żarówki'));
    expect(rowOf('Żarówki')).toHaveTextContent('Ćma');
    for (const name of ['Pinned', 'Leaflet']) expect(moth.getByRole('img', { name })).toBeInTheDocument();
    expect(rowOf('Żarówki').querySelector('img')?.getAttribute('src')).toContain(`/images/${'a'.repeat(32)}.png`);
    for (const words of ['Mon, 1 Jan 2085, 11:30', 'from 1 January 2085']) expect(rowOf('Cebula')).toHaveTextContent(words);
    fill(getByRole('textbox', { name: 'Search by title or name' }), 'e2e c');
    await waitFor(() => expect(address()).toBe('/content?name=e2e+c'));
    await waitFor(() => expect(asked('name')).toEqual(['e2e c']));
    await user.click(await findByRole('button', { name: 'Publication start' }));
    await waitFor(() => expect(address()).toMatch(/sortField=publicationStart$/));
    await waitFor(() => expect(asked('sortField', 'name')).toEqual(['publicationStart', 'e2e c']));
    await user.click(await findByRole('button', { name: 'Publication start' }));
    await waitFor(() => expect(address()).toBe('/content?name=e2e+c'));
    await user.selectOptions(getByLabelText('Publication'), 'Only published');
    await waitFor(() => expect(address()).toBe('/content?name=e2e+c&published=true'));
    await waitFor(() => expect(asked('published')).toEqual(['true']));
    await user.selectOptions(getByLabelText('Publication'), 'Ends this week');
    await waitFor(() => expect(address()).toMatch(/ends=thisWeek$/));
    await findByText('Nothing matches the filters');
    await user.selectOptions(getByLabelText('Publication'), 'Only published');
    await findByRole('link', { name: 'Żarówki' });
    await user.selectOptions(getByLabelText('Content type'), 'Banner');
    await findByText('Nothing matches the filters');
    expect(asked('contentType', 'published', 'ends')).toEqual(['banner', 'true', null]);
    await user.click(getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/content'));
    expect([...getByLabelText('Content type').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'All',
      'Banner',
      'Leaflet',
      'Navigation',
      'Promo code (PromoCode)',
      'Premium promo code (PremiumPromoCode)',
      'One-time promo code (OneTimePromoCode)',
      'Regulation',
      'YouTube',
      'InterPunkty offer (InterPunktyPromo)',
      'Progress bar (ProgressBar)',
      'InterKupon',
    ]);
    await user.click(await findByRole('button', { name: 'Delete: Cebula' }));
    const dialog = within(await findByRole('dialog'));
    await dialog.findByText(/This action is irreversible\./);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(queryByRole('link', { name: 'Cebula' })).toBeNull());
    expect(api.requestsOf(contentRoutes.remove).map(({ params }) => params)).toEqual([{ contentId: 'onion1' }]);
  },
);

test('restores filters and order from the address', { tags: ['CONT-LIST-40', 'NAV-32'] }, async () => {
  const { api, findByRole, getByLabelText } = await openScreen('/content?name=e2e&published=true&sortField=publicationStart', {
    answers: [answer(contentRoutes.list, pageOf([row()])), answer(contentViewRoutes.remember, undefined)],
  });
  await findByRole('link', { name: 'Gazetka' });
  expect(getByLabelText('Publication')).toHaveValue('true');
  const [asked] = api.requestsOf(contentRoutes.list);
  expect(['name', 'published', 'sortField'].map((name) => asked?.query.get(name))).toEqual(['e2e', 'true', 'publicationStart']);
});

test(
  'shows a placeholder for a missing image, the name and dashes where there is no title and no date, and keeps the row when a delete fails',
  { tags: ['CONT-LIST-37', 'CONT-LIST-38', 'CONT-LIST-39'] },
  async () => {
    const bare = row({ prevImage: `cloudinary:${'a'.repeat(32)}.png`, publicationStart: null, publicationEnd: null });
    const { item, user, findByRole, getByRole } = await openList(() => [bare], [answer(contentRoutes.remove, refuse('internal'))]);
    expect(item()?.querySelector('[data-empty]')).toBeNull();
    fireEvent.error(item()?.querySelector('img') ?? document.body);
    await waitFor(() => expect(item()?.querySelector('[data-empty]')).not.toBeNull());
    const cells = [...(item()?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
    expect(cells.filter((words) => words === '–').length).toBeGreaterThan(0);
    await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
    const dialog = within(await findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('did not confirm whether it was deleted');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await findByRole('link', { name: 'Gazetka' })).toBeInTheDocument();
  },
);

test(
  'the checkbox in the header selects and clears the page, by pointer and keyboard, and shows a partial selection',
  { tags: ['EDIT-02'] },
  async () => {
    const { user, getByRole, getAllByRole, findByText, queryByText, queryByRole } = await openList(() =>
      [1, 2, 3].map((n) => row({ _id: `item${n}`, name: n === 1 ? 'Gazetka' : `Gazetka ${n}` })),
    );
    const all = getByRole('checkbox', { name: 'Choose all on this page' });
    const boxes = () => getAllByRole<HTMLInputElement>('checkbox', { name: /^Choose: Gazetka/ });
    const checked = () => boxes().map(({ checked }) => checked);
    await user.click(all);
    await waitFor(() => expect(checked()).toEqual([true, true, true]));
    await findByText('3 items chosen');
    // Nothing is found beyond the page: nothing more is offered.
    expect(queryByRole('button', { name: /^Choose all that were found/ })).toBeNull();
    const [, second] = boxes();
    if (second) await user.click(second);
    await waitFor(() => expect(all).toBePartiallyChecked());
    all.focus();
    await user.keyboard(' ');
    await findByText('3 items chosen');
    await user.keyboard(' ');
    await waitFor(() => expect(checked()).toEqual([false, false, false]));
    expect(queryByText(/items? chosen/)).toBeNull();
  },
);

/** Advances the fake clock of `withClock`. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const withClock = (): void => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
};

test('takes a delete back for half a minute, and no longer', { tags: ['EDIT-03'] }, async () => {
  let stored = [row()];
  let revision = 4;
  const { user, findByRole, findByText, getByRole, queryByRole, api } = await openList(
    () => stored,
    [
      answer(contentRoutes.remove, () => {
        stored = [];
        revision += 1;
        return withTag(`"${revision}"`, undefined);
      }),
      answer(undo, () => {
        stored = [row()];
        return { undone: 1, kept: [] };
      }),
    ],
  );
  const remove = async (): Promise<void> => {
    await user.click(getByRole('button', { name: 'Delete: Gazetka' }));
    await user.click(within(await findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await findByText('Nothing matches the filters');
  };
  await remove();
  await user.click(await findByRole('button', { name: 'Undo' }));
  await findByRole('link', { name: 'Gazetka' });
  expect(api.requestsOf(undo)[0]?.body).toEqual({ items: [{ _id: 'item1', revision: 5 }] });
  withClock();
  await remove();
  await findByRole('button', { name: 'Undo' });
  await pass(25_000);
  expect(getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  await pass(10_000);
  // Waiting for it would let more time pass.
  expect(queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('shows the result of an undo for half a minute, even if it was clicked late', { tags: ['EDIT-03'] }, async () => {
  const gate = Promise.withResolvers<void>();
  const {
    user,
    findByRole,
    findByText,
    getByText,
    getByRole,
    queryByText,
    act: choose,
  } = await openList(
    () => [row()],
    [
      answer(change, { items: [{ _id: 'item1', revision: 2 }] }),
      answer(undo, async () => {
        await gate.promise;
        return { undone: 0, kept: [{ _id: 'item1', name: 'Zmieniona tuż przed' }] };
      }),
    ],
  );
  withClock();
  await choose('End publication now');
  await findByRole('button', { name: 'Undo' });
  await pass(25_000);
  await user.click(getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(getByRole('button', { name: 'Undo' })).toHaveAttribute('data-loading', 'true'));
  await pass(10_000);
  expect(getByRole('button', { name: 'Undo' })).toBeInTheDocument();
  gate.resolve();
  const words = /stay as they are: Zmieniona tuż przed/;
  await findByText(words);
  await pass(25_000);
  expect(getByText(words)).toBeInTheDocument();
  await pass(10_000);
  expect(queryByText(words)).toBeNull();
});

test('shows why an item cannot be ended from its row, and changes nothing', { tags: ['EDIT-02'] }, async () => {
  const refused = [{ _id: 'item1', revision: 1, name: 'Gazetka', codes: ['endBeforeStart' as const] }];
  const {
    act: choose,
    findByText,
    api,
  } = await openList(() => [row()], [answer(preview, { items: [], unchanged: 0, refused, gaining: 0, losing: 0 })]);
  await choose('End publication now');
  await findByText(/They could not be changed\. Nothing changed\. The end is before the start/);
  expect(api.requestsOf(change)).toEqual([]);
});

test('reports that somebody has already ended the item, and reloads the list', { tags: ['EDIT-02'] }, async () => {
  const {
    act: choose,
    findByText,
    queryByText,
    api,
  } = await openList(() => [row()], [answer(preview, { items: [], unchanged: 1, refused: [], gaining: 0, losing: 0 })]);
  const before = api.requestsOf(contentRoutes.list).length;
  await choose('End publication now');
  await findByText('Already so: somebody changed it before.');
  expect(queryByText(/could not be changed/)).toBeNull();
  await waitFor(() => expect(api.requestsOf(contentRoutes.list).length).toBeGreaterThan(before));
  expect(api.requestsOf(change)).toEqual([]);
});

test(
  'shows when an item will be published or that it has ended, and names it by its internal name in the delete dialog',
  { tags: ['E-69', 'CONT-LIST-40'] },
  async () => {
    const rows = [
      row({ _id: 'later1', name: 'Później', publicationStart: '2085-12-03T05:00:00.000Z', publicationEnd: null }),
      row({ _id: 'over1', name: 'Po czasie (kopia)', title: 'Tytuł', publicationStart: null, publicationEnd: '2020-01-01T05:00:00.000Z' }),
      row({ _id: 'now1', name: 'Teraz', publicationStart: null, publicationEnd: null }),
    ];
    const { getAllByRole, findByRole, getByRole, user } = await openScreen('/content', {
      language: 'pl',
      answers: [answer(contentRoutes.list, pageOf(rows)), answer(contentViewRoutes.remember, undefined), answer(contentRoutes.usage, [])],
    });
    await findByRole('link', { name: 'Tytuł' });
    const rowOf = (name: string) => getAllByRole('row').find(({ textContent }) => textContent?.includes(name));
    expect(rowOf('Później')).toHaveTextContent('od 3 grudnia 2085');
    expect(rowOf('Po czasie')).toHaveTextContent('zakończone');
    expect(rowOf('Teraz')).not.toHaveTextContent(/zakończone|od \d/);
    await user.click(getByRole('button', { name: 'Usuń: Po czasie (kopia)' }));
    expect(await findByRole('dialog')).toHaveTextContent('Po czasie (kopia)');
  },
);
