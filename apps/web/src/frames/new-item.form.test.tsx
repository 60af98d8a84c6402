import { contentRoutes } from '@endcap/contract/content';
import { linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { promoThresholdRoutes } from '@endcap/contract/promo-thresholds';
import { segmentRoutes } from '@endcap/contract/segments';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { pageOf } from '../../test/shop.ts';
import { answer } from '../../test/stand-in-api.ts';

const answers = [
  answer(storeGroupRoutes.list, pageOf([])),
  answer(storeGroupRoutes.usage, []),
  answer(notificationRoutes.estimate, {}),
  answer(notificationRoutes.canSend, { canSend: true, reason: null }),
  answer(savedAudienceRoutes.list, { saved: [], used: [] }),
  answer(attentionRoutes.forecast, {}),
  answer(repeatedRoutes.repeated, { earlier: null }),
  answer(tradingDayRoutes.opening, { days: [] }),
  answer(contentRoutes.published, []),
  answer(contentRoutes.knownStores, { stores: [], groups: [] }),
  answer(segmentRoutes.list, []),
  answer(promoThresholdRoutes.list, []),
  answer(linkRoutes.check, []),
];

test.each([
  ['/knowledge/new', 'Name'],
  ['/store/new', 'Name'],
  ['/store-group/new', 'Name'],
  ['/popup/new', 'Name'],
  ['/notification/new', 'Tytuł'],
])('%s has the focus in its first field: %s', { tags: ['E-54'] }, async (path, label) => {
  const { findField } = await openScreen(path, { answers });
  const first = await findField(label);
  await waitFor(() => expect(first).toHaveFocus());
});

test('a new item of content has the focus in its type, and a heading for each panel', { tags: ['E-54', 'E-55'] }, async () => {
  const { findByRole, getAllByRole } = await openScreen('/content/new', { answers });
  const type = await findByRole('radio', { name: /^Leaflet/ });
  await waitFor(() => expect(type).toHaveFocus());
  const panels = getAllByRole('group').flatMap((group) => group.querySelector(':scope > legend')?.textContent ?? []);
  const headings = getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(panels).toContain('Publishing');
  for (const panel of panels.filter((name) => name !== 'Content type')) expect(headings).toContain(panel);
});
