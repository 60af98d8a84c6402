import { emptyAudienceRule } from '@endcap/contract/audience';
import { unnamedOf } from '@endcap/contract/core';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import { Popup, popupFields, popupRoutes } from '@endcap/contract/popups';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedItem } from '../../../../test/stored-item.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf } from '../../../../test/shop.ts';
import { answer, lostConnection } from '../../../../test/stand-in-api.ts';

test(
  'shows no conflict for values already stored when a save whose response was lost is retried',
  { tags: ['ERR-08', 'A-106', 'ux-22'] },
  async () => {
    const kept = storedItem(
      popupRoutes,
      sample(Popup, { ...unnamedOf(popupFields), _id: 'popup1', name: 'Okno zmienione po cichu', text: 'Dzień **dobry**' }),
    );
    const { findField, fill, user, getByRole, findByRole, queryByRole, address } = await openScreen('/popup/popup1', {
      answers: [...kept.answers, answer(popupRoutes.list, pageOf([]))],
    });
    fill(await findField('Repeat'), '7');
    kept.loseAnswer();
    await user.click(getByRole('button', { name: 'Save' }));
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('It may or may not have been saved. Trying again is safe');
    expect(alert.querySelector('a')).toBeNull();
    await waitFor(() => expect(getByRole('button', { name: 'Try again' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/popup'));
    expect(queryByRole('dialog')).toBeNull();
    expect(kept.stored()).toMatchObject({ name: 'Okno zmienione po cichu', repeat: 7 });
  },
);

test(
  'does not say that a new popup was not saved when the answer is lost, and offers the list before another try',
  { tags: ['ERR-08', 'A-104', 'ux-20', 'ux-22'] },
  async () => {
    const { findField, field, fill, user, getByRole, findByRole, api } = await openScreen('/popup/new', {
      answers: [answer(popupRoutes.create, lostConnection)],
    });
    fill(await findField('Name'), 'Okno bez odpowiedzi');
    fill(field('Text'), 'x');
    await user.click(getByRole('button', { name: 'Save' }));
    const alert = await findByRole('alert');
    expect(alert).toHaveTextContent('It may or may not have been saved: check the list before you try again.');
    expect(alert).not.toHaveTextContent('could not be saved');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    // Enter right away opens the list and makes no second popup.
    const way = within(alert).getByRole('link', { name: 'Open the list in a new tab' });
    await waitFor(() => expect(way).toHaveFocus());
    expect([way.getAttribute('href'), way.getAttribute('target')]).toEqual(['/popup', '_blank']);
    expect(field('Name')).toHaveValue('Okno bez odpowiedzi');
    expect(api.requestsOf(popupRoutes.create)).toHaveLength(1);
  },
);

test(
  'warns about each link of a popup that opens nothing, and narrows the app versions of the popup by a click',
  { tags: ['LINK-01', 'LINK-02'] },
  async () => {
    const none = { narrow: null, widen: null, shorten: null };
    const newest = { ...emptyAudienceRule, includeStoreType: 'all' as const, segments: [], version: '>= 900000.0.0' };
    const [offer, missing] = [
      sample(LinkCheck, { url: 'endcap://offer1', contentId: 'offer1', name: 'Oferta', gone: false, mends: { ...none, narrow: newest } }),
      sample(LinkCheck, { url: 'endcap://nosuchthing', contentId: 'nosuchthing', name: null, gone: true, mends: none }),
    ];
    const { findField, field, fill, user, getAllByTestId } = await openScreen('/popup/new', {
      language: 'pl',
      answers: [
        // Once the popup is narrowed to the newest version, only the link to the missing item has a problem.
        answer(linkRoutes.check, ({ body }) => (JSON.stringify(body).includes(newest.version) ? [missing] : [offer, missing])),
      ],
    });
    fill(await findField('Tekst'), 'Zobacz [ofertę](endcap://offer1) i [inną](endcap://nosuchthing)');
    await waitFor(() => expect(getAllByTestId('link-check')).toHaveLength(2));
    expect(getAllByTestId('link-check').filter(({ textContent }) => textContent?.includes('tej treści nie ma'))).toHaveLength(1);
    const [way] = getAllByTestId('link-check').flatMap((one) => within(one).queryAllByRole('button', { name: 'Zawęź odbiorców' }));
    if (way) await user.click(way);
    await waitFor(() => expect(field('Wersja aplikacji')).toHaveValue(newest.version));
    await waitFor(() => expect(getAllByTestId('link-check')).toHaveLength(1));
  },
);
