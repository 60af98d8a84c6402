import { ContentRow, contentRoutes } from '@endcap/contract/content';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { sample } from '../../../test/sample.ts';
import { pageOf } from '../../../test/shop.ts';
import { answer, lostConnection } from '../../../test/stand-in-api.ts';
import { chooseLanguage, ShellLanguage } from '../../lib/language.tsx';
import { LinkNotices } from './link-notices.tsx';

const patch = { includeStoreType: 'all' as const, segments: [] };
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
  'shows the outcome of widening an item as unknown, not failed, when the response is lost',
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
    expect(api.requestsOf(contentRoutes.change)[0]?.headers.get('if-match')).toBe('"1"');
  },
);

const monday = '2030-12-09T23:00:00.000Z';
test.each([
  ['pl', { publicationEnd: monday }, 'Wydłuż publikację treści', 'Nowy koniec publikacji: pon., 9 gru 2030, koniec dnia.'],
  ['pl', { publicationEnd: null }, 'Wydłuż publikację treści', 'Nowy koniec publikacji: bez daty.'],
  ['pl', { publicationStart: monday }, 'Wydłuż publikację treści', 'Nowy początek publikacji: wt., 10 gru 2030, 00:00.'],
  ['pl', patch, 'Poszerz odbiorców treści', 'zmienia tę treść od razu; można to cofnąć'],
  [
    'pl',
    { ...patch, publicationEnd: monday },
    'Wydłuż publikację i poszerz odbiorców',
    'Nowy koniec publikacji: pon., 9 gru 2030, koniec dnia.',
  ],
  ['en', { publicationEnd: monday }, 'Extend the content’s publication', 'New end of publication: Mon, 9 Dec 2030, end of day.'],
  ['en', { publicationStart: null }, 'Extend the content’s publication', 'New start of publication: no date.'],
  ['en', { ...patch, publicationStart: null }, 'Extend its publication and widen its audience', 'New start of publication: no date.'],
] as const)('names what the mend changes, in %s: %o', { tags: ['LINK-02'] }, (language, changes, name, said) => {
  chooseLanguage(language);
  const { getByRole, container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ShellLanguage>
          <LinkNotices is="sent" checks={[{ ...check, mends: { narrow: null, widen: { tag: '"1"', patch: changes }, shorten: null } }]} />
        </ShellLanguage>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(getByRole('button', { name })).toBeVisible();
  expect(container).toHaveTextContent(said);
});

const [from, until] = ['2030-12-02T23:00:00.000Z', '2030-12-09T23:00:00.000Z'];
test.each([
  ['Zakończ wcześniej', { after: { from: until, until: null } }],
  ['Zacznij później', { before: { from, until } }],
  ['Zacznij później i zakończ wcześniej', { before: { from, until }, after: { from: until, until: null } }],
])('names what a shorter life of the link changes: %s', { tags: ['LINK-02'] }, (name, gaps) => {
  chooseLanguage('pl');
  const late = sample(LinkCheck, {
    ...check,
    before: null,
    after: null,
    ...gaps,
    mends: { narrow: null, widen: null, shorten: { from, until } },
  });
  const { getByRole } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ShellLanguage>
          <LinkNotices is="shown" checks={[late]} onShorten={() => {}} />
        </ShellLanguage>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(getByRole('button', { name })).toBeVisible();
});
