import { ContentRow, contentRoutes } from '@endcap/contract/content';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, lostConnection } from '../../../test/stand-in-api.ts';

const everyone = { includeStoreType: 'all', includeStores: [], excludeStores: [], includeStoreGroups: [], excludeStoreGroups: [] };
const patch = { ...everyone, segments: [], version: '', publicationStart: null, publicationEnd: null };
const check = sample(LinkCheck, {
  url: 'endcap://fuel1',
  contentId: 'fuel1',
  name: 'Tankuj taniej',
  gone: false,
  never: false,
  whole: false,
  devices: 100,
  unable: 30,
  mends: { narrow: null, widen: { tag: '"1"', patch }, shorten: null },
});

test(
  'says that it is unknown whether an item was widened when the answer is lost, not that it failed',
  { tags: ['LINK-02', 'ux-22'] },
  async () => {
    const { findField, fill, findByTestId, getByTestId, user, api } = await openScreen('/notification/new', {
      answers: [
        answer(notificationRoutes.canSend, { canSend: true, reason: null }),
        answer(notificationRoutes.estimate, { devices: 100, stores: 40, everyone: true, total: 100 }),
        answer(storeGroupRoutes.list, pageOf([])),
        answer(savedAudienceRoutes.list, { saved: [], used: [] }),
        answer(attentionRoutes.forecast, {}),
        answer(repeatedRoutes.repeated, { earlier: null }),
        answer(tradingDayRoutes.opening, {}),
        answer(contentRoutes.published, [sample(ContentRow, { _id: 'fuel1', name: 'Tankuj taniej', title: 'Tankuj taniej' })]),
        answer(linkRoutes.checkSent, { link: check }),
        answer(contentRoutes.change, lostConnection),
      ],
    });
    fill(await findField('Adres docelowy (opcjonalnie)'), 'endcap://fuel1');
    await user.click(within(await findByTestId('link-check')).getByRole('button', { name: 'Poszerz odbiorców treści' }));
    await waitFor(() => expect(getByTestId('link-check')).toHaveTextContent('nie wiadomo, czy się udało'));
    expect(getByTestId('link-check')).not.toHaveTextContent('Nie udało się');
    expect(api.askedOf(contentRoutes.change)[0]?.headers.get('if-match')).toBe('"1"');
  },
);
