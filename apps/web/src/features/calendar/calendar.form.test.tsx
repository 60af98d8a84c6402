import { calendarRoutes, calendarTypes, DEFAULT_CALENDAR_SPAN, spanAround } from '@endcap/contract/calendar';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { pageOf } from '../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../test/stand-in-api.ts';

const { read } = calendarRoutes;
const nothing = {
  days: [],
  keptDays: [],
  items: [],
  totals: Object.fromEntries(calendarTypes.map((type) => [type, 0])) as Record<(typeof calendarTypes)[number], number>,
  gap: null,
  collisions: [],
  moreCollisions: 0,
};
const open = (address: string, answers: StandIn[] = []) =>
  openScreen(address, { language: 'en', answers: [answer(read, nothing), answer(storeGroupRoutes.list, pageOf([])), ...answers] });

test.each([
  ['store', 'There is no such store'],
  ['group', 'There is no such group'],
])(
  'says that there is no such %s where the address names an unknown one, and leads to all items',
  { tags: ['CAL-02'] },
  async (part, said) => {
    const { findByText, findByRole, queryByRole, queryByText, user, address } = await open(`/calendar?${part}=${'a'.repeat(24)}`, [
      answer(read, ({ query }) => (query.has(`${part}Id`) ? refuse('invalid', { fields: { [`${part}Id`]: ['unknown'] } }) : nothing)),
    ]);
    await findByText(said);
    expect(queryByRole('alert')).toBeNull();
    await user.click(await findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/calendar'));
    await waitFor(() => expect(queryByText(said)).toBeNull());
  },
);

test('keeps the days that are shown when filters are cleared', { tags: ['CAL-02'] }, async () => {
  const { findByRole, user, address, api } = await open('/calendar?span=quarter&from=2087-04-01&type=banner&text=nothing');
  await user.click(await findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe('/calendar?span=quarter&from=2087-04-01'));
  await waitFor(() => expect(api.askedOf(read).at(-1)?.query.has('type')).toBe(false));
  const query = api.askedOf(read).at(-1)?.query;
  expect({ from: query?.get('from'), to: query?.get('to') }).toEqual(spanAround('quarter', '2087-04-01'));
});

test('ignores what an address says that means nothing', { tags: ['CAL-02'] }, async () => {
  const { findByRole, api } = await open('/calendar?span=poem&from=never&store=%25&type=7&text=%00planowany');
  await findByRole('heading', { level: 1, name: 'Calendar' });
  await waitFor(() => expect(api.askedOf(read)).not.toEqual([]));
  const query = api.askedOf(read)[0]?.query;
  const from = query?.get('from') ?? '';
  expect({ from, to: query?.get('to') }).toEqual(spanAround(DEFAULT_CALENDAR_SPAN, from));
  expect(['storeId', 'groupId', 'type', 'text'].map((name) => query?.get(name))).toEqual([null, null, null, 'planowany']);
});
