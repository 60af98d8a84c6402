import { AppContent } from '@endcap/contract/content';
import { ITEMS_MOST, previewRoutes } from '@endcap/contract/preview';
import { segmentRoutes } from '@endcap/contract/segments';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { answer } from '../../../test/stand-in-api.ts';

const item = (_id: string, title: string, facts: object = {}): AppContent =>
  sample(AppContent, { _id, title, contentType: 'leaflet', disabled: false, clickable: true, pinned: false, ...facts });
const last = item('last1', 'Na samym końcu');
const top = item('top1', 'Na samej górze', { pinned: true, headerText: '[do końca](endcap://last1)' });
const between = Array.from({ length: ITEMS_MOST - 1 }, (_, n) => item(`item${n}`, `Nr ${n}`));

/** An app with one item more than the preview holds; before version 9 the first one is not shown, and so the last one has room. */
const fullApp = [
  answer(segmentRoutes.list, []),
  answer(previewRoutes.show, ({ body }) => {
    const isNew = (body as { appVersion: string }).appVersion === '9.0.0';
    const items = isNew ? [top, ...between] : [...between, last];
    const total = isNew ? ITEMS_MOST + 1 : ITEMS_MOST;
    return {
      at: new Date().toISOString(),
      isPast: false,
      store: null,
      items,
      itemsTotal: total,
      tabs: { start: items.map(({ _id }) => _id), flyers: [], actions: [], coupons: [], loyalty: [] },
      cardTotals: { start: total, flyers: 0, actions: 0, coupons: 0, loyalty: 0 },
      nextChangeAt: null,
      popups: [],
      notifications: [],
      hidden: isNew ? [] : [{ id: 'top1', kind: 'content' as const, contentType: 'leaflet' as const, name: 'Na samej górze', because: [] }],
      hiddenTotal: isNew ? 0 : 1,
      changes: [],
      names: {},
    };
  }),
  answer(previewRoutes.items, ({ body }) => {
    const { ids, appVersion } = body as { ids: string[]; appVersion: string };
    const seen = appVersion === '9.0.0' ? [top, ...between, last] : [...between, last];
    return { items: seen.filter(({ _id }) => ids.includes(_id)) };
  }),
];

test(
  'says that there is more than it holds; what stands further down opens by its link, and is no difference',
  { tags: ['17.1', 'PREV-01', 'PREV-05'] },
  async () => {
    const { findByRole, user, unmount } = await openScreen('/preview?version=9.0.0', { language: 'en', answers: fullApp });
    const app = within(await findByRole('figure', { name: "The customer's app" }));
    await app.findByText(/^The preview shows the first 200 of 201; the app shows all of them\.$/);
    expect(app.getAllByTestId('card')).toHaveLength(ITEMS_MOST);
    expect(app.queryByText('Na samym końcu')).toBeNull();
    await user.click(app.getByRole('button', { name: 'Na samej górze' }));
    await user.click(await app.findByRole('button', { name: 'do końca' }));
    await app.findByText('Na samym końcu', { selector: 'strong' });
    await user.click(app.getByRole('button', { name: 'Close' }));
    await user.click(app.getByRole('button', { name: 'Loyalty' }));
    await waitFor(() => expect(app.queryByText(/^The preview shows the first/)).toBeNull());
    unmount();

    const same = await openScreen('/preview?version=9.0.0&beside=true&version2=9.0.0', { language: 'en', answers: fullApp });
    const part = within(await same.findByRole('region', { name: 'What differs' }));
    await part.findByText('In what was compared, both phones show the same.');
    await part.findByText(/among the first 200 of a tab was compared/);
    same.unmount();

    // Without the first one there is room for another on the second phone; the first has it as well, further down.
    const older = await openScreen('/preview?version=9.0.0&beside=true', { language: 'en', answers: fullApp });
    const differing = within(await older.findByRole('region', { name: 'What differs' }));
    const rows = () => differing.queryAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]).toMatch(/Na samej górze.*on the first phone only/);
  },
);
