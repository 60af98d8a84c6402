import {
  Content,
  type ContentField,
  contentFieldNames,
  contentFields,
  contentRoutes,
  type ContentType,
  contentTypes,
  hasField,
} from '@endcap/contract/content';
import { unnamedOf } from '@endcap/contract/core';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { linkRoutes } from '@endcap/contract/links';
import { promoThresholdRoutes } from '@endcap/contract/promo-thresholds';
import { segmentRoutes } from '@endcap/contract/segments';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';

const labels: Record<Exclude<ContentField, 'contentType' | 'promoThreshold'>, string> = {
  name: 'Name',
  title: 'Title',
  navigationTab: 'Navigation tab',
  navigationType: 'Navigation type',
  disabled: 'Disabled',
  url: 'URL',
  tab: 'Tab',
  prevImage: 'Preview image',
  file: 'File or graphics',
  progressBarEBonLvl1Image: 'E-bon image, level 1',
  progressBarEBonLvl2Image: 'E-bon image, level 2',
  progressBarEBonLvl3Image: 'E-bon image, level 3',
  description: 'Description',
  progressBarInfoText: 'Progress bar info text',
  headerText: 'Header text',
  infoText: 'Info text',
  couponInstructionsText: 'Coupon instructions text',
  pinned: 'Pinned',
  hiddenOnStart: 'Hidden on start',
  signatureHidden: 'Signature hidden',
  clickableWhenFuture: 'Clickable when future',
  version: 'App version',
  segments: 'Segments',
  promoThresholdId: 'Promo threshold',
  discountValue: 'Discount value',
  discountValueType: 'Discount value type',
  minBasketValue: 'Minimum basket value (PLN)',
  discountType: 'Coupon type',
  regulation1Name: 'Regulation 1: name',
  regulation1File: 'Regulation 1: file',
  regulation2Name: 'Regulation 2: name',
  regulation2File: 'Regulation 2: file',
  regulation3Name: 'Regulation 3: name',
  regulation3File: 'Regulation 3: file',
  oneTimeCouponHeaderStep1: 'Step 1: header',
  oneTimeCouponFooterStep1: 'Step 1: footer',
  oneTimeCouponHeaderStep2: 'Step 2: header',
  oneTimeCouponFooterStep2: 'Step 2: footer',
  datesInfoText: 'Dates info text',
  ean: 'MegaPromo code',
  productEANs: 'Product EANs',
  productGroup: 'Product group',
  includeStoreType: 'Display in stores',
  publicationStart: 'Publication start',
  publicationEnd: 'Publication end',
  validityStart: 'Validity start',
  validityEnd: 'Validity end',
  includeStores: 'Include stores',
  excludeStores: 'Exclude stores',
  includeStoreGroups: 'Include store groups',
  excludeStoreGroups: 'Further groups: exclude',
};

const { create, change, details } = contentRoutes;
const segments = [{ name: 'Kawosze' }, { name: 'Rodzice' }];
const served: StandIn[] = [
  answer(segmentRoutes.list, segments),
  answer(promoThresholdRoutes.list, []),
  answer(contentRoutes.knownStores, { stores: [], groups: [] }),
  answer(contentRoutes.list, pageOf([])),
  answer(contentRoutes.usage, []),
  answer(storeGroupRoutes.list, pageOf([])),
  answer(linkRoutes.check, []),
  answer(linkRoutes.leadingTo, []),
  answer(tradingDayRoutes.opening, { days: [] }),
  answer(daySheetRoutes.reports, []),
];
/** An item that may be saved as it is. */
const item = (facts: Partial<Content> = {}): Content =>
  sample(Content, {
    ...unnamedOf(contentFields),
    _id: 'item1',
    contentType: 'leaflet',
    prevImage: `cloudinary:${'a'.repeat(32)}.png`,
    name: 'Gazetka',
    validityStart: '2026-01-01T00:00:00.000Z',
    validityEnd: '2086-01-01T00:00:00.000Z',
    ...facts,
  });

const openEditor = async (address = '/content/new', answers: StandIn[] = [], language: 'pl' | 'en' = 'en') => {
  const screen = await openScreen(address, { language, answers: [...served, ...answers] });
  await screen.findField(language === 'pl' ? 'Nazwa' : 'Name');
  const form = document.querySelector('form');
  if (!form) throw new Error('There is no form');
  return {
    ...screen,
    form,
    save: () => screen.getByRole('button', { name: 'Save' }),
    chooseType: async (type: ContentType): Promise<void> => {
      const tile = form.querySelector(`input[type=radio][value=${type}]`);
      if (!tile) throw new Error(`There is no type ${type}`);
      await screen.user.click(tile);
    },
    /** Opens every panel that takes one row because nothing is in it. */
    unfold: async (): Promise<void> => {
      for (const folded of screen.queryAllByRole('button', { name: /^(Dodaj|Add): / })) await screen.user.click(folded);
    },
    optionsOf: (label: string): string[] => [...screen.field(label).querySelectorAll('option')].map(({ value }) => value),
  };
};
/** The words of every element of the form, without those of the elements in it. */
const wordsIn = (form: Element): Set<string> =>
  new Set(
    [...form.querySelectorAll('*')].map(({ childNodes }) =>
      [...childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
        .join('')
        .trim(),
    ),
  );

test.each(contentTypes)(
  'shows every field of the matrix for %s, and no other',
  {
    tags: [
      'CONT-MAIN-02',
      'CONT-MAIN-05',
      'CONT-MAIN-06',
      'CONT-MAIN-07',
      'CONT-MAIN-08',
      'CONT-MAIN-09',
      'CONT-MAIN-12',
      'CONT-MAIN-13',
      'CONT-MAIN-14',
      'CONT-MAIN-15',
      'CONT-DESC-01',
      'CONT-DESC-02',
      'CONT-DESC-03',
      'CONT-DESC-04',
      'CONT-DESC-05',
      'CONT-DESC-07',
      'CONT-VIS-01',
      'CONT-VIS-02',
      'CONT-VIS-03',
      'CONT-VIS-04',
      'CONT-VIS-05',
      'CONT-VIS-06',
      'CONT-THR-01',
      'CONT-THR-05',
      'CONT-DISC-03',
      'CONT-DISC-04',
      'CONT-DISC-05',
      'CONT-DISC-06',
      'CONT-REG-02',
      'CONT-REG-03',
      'CONT-TXT-01',
      'CONT-TXT-02',
      'CONT-TXT-03',
      'CONT-TXT-04',
      'CONT-TXT-05',
      'CONT-TXT-06',
      'CONT-PUB-01',
      'CONT-PUB-02',
      'CONT-PUB-03',
      'CONT-PUB-04',
      'CONT-PUB-05',
      'CONT-PUB-06',
      'CONT-PUB-07',
      'CONT-PUB-08',
      'CONT-PUB-09',
    ],
  },
  async (type) => {
    const { chooseType, unfold, form } = await openEditor();
    await chooseType(type);
    await unfold();
    const wrong = (): string[] => {
      const words = wordsIn(form);
      return contentFieldNames.filter(
        (field) =>
          field !== 'contentType' &&
          field !== 'promoThreshold' &&
          // The tab is shown for every type (CONT-MAIN-10).
          words.has(labels[field]) !== (field === 'tab' || hasField(type, field)),
      );
    };
    // The code of some fields comes with them.
    await waitFor(() => expect(wrong()).toEqual([]));
  },
);

test.each(contentTypes)(
  'saves a copy of an item of the type %s with what was typed, and every field but its dates as it was',
  { tags: ['GEN-04', 'EDIT-01'] },
  async (type) => {
    const source = item({
      contentType: type,
      title: 'Przed',
      description: '**opis**',
      includeStoreType: 'super',
      datesInfoText: 'Do końca roku',
      ...(type === 'oneTimePromoCode' && { discountValue: '10.50', discountValueType: 'cash', minBasketValue: 40, discountType: 2 }),
    });
    const { field, fill, save, user, api } = await openEditor('/content/new?copy=item1', [answer(details, source), answer(create, source)]);
    await waitFor(() => expect(field('Title')).toHaveValue('Przed'));
    fill(field('Title'), 'Potem');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(api.askedOf(create)).toHaveLength(1));
    const sent = api.askedOf(create)[0]?.body as Content;
    expect(sent).toMatchObject({ contentType: type, name: 'Gazetka (copy)', title: 'Potem', includeStoreType: 'super' });
    for (const kept of contentFieldNames.filter(
      (name) => hasField(type, name) && !/^(name|title|contentType|publication.*|validity.*)$/.test(name),
    ))
      expect(sent[kept], kept).toEqual(source[kept]);
  },
);

test(
  'offers the tabs, navigation types, stores and kinds of a discount and a coupon by their names',
  { tags: ['CONT-MAIN-10', 'CONT-DISC-03', 'CONT-DISC-05', 'CONT-PUB-01'] },
  async () => {
    const { chooseType, unfold, optionsOf, getByRole } = await openEditor();
    await chooseType('navigation');
    await unfold();
    const tabs = ['', 'start', 'flyers', 'actions', 'coupons', 'loyalty'];
    expect(optionsOf('Navigation tab')).toEqual(tabs);
    expect(optionsOf('Navigation type')).toEqual(['', 'current', 'future', 'oneTimePromoCodes', 'interPunktyCoupons']);
    expect(optionsOf('Tab')).toEqual(tabs);
    await chooseType('oneTimePromoCode');
    for (const [group, names] of [
      ['Display in stores', ['Only chosen stores', 'All', 'Contact', 'Super', 'Generalist']],
      ['Discount value type', ['Cash (PLN)', 'Percentage']],
      ['Coupon type', ['Central', 'Local']],
    ] as const)
      expect([...getByRole('radiogroup', { name: group }).querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
        ...names,
      ]);
  },
);

test(
  'takes images and pdf files where they belong, and previews Markdown under its field',
  { tags: ['CONT-MAIN-03', 'CONT-MAIN-04', 'CONT-MAIN-11', 'CONT-MAIN-18', 'CONT-DESC-06', 'CONT-REG-04', 'FILE-05', 'FILE-06'] },
  async () => {
    const { chooseType, unfold, getByLabelText, findByLabelText, field, findField, fill, form } = await openEditor();
    await unfold();
    expect(wordsIn(form).has('Title')).toBe(true);
    expect(field('Name')).toHaveAccessibleDescription('For editorial use only, customers do not see it');
    const accepts = (label: string) => getByLabelText(label, { selector: 'input[type=file]' }).getAttribute('accept');
    const images = 'image/jpeg,image/png,image/bmp,image/gif';
    expect(accepts('Preview image')).toBe(images);
    for (const label of ['File or graphics', 'Regulation 1: file', 'Regulation 2: file'])
      expect(accepts(label)).toBe(`${images},application/pdf`);
    for (const [label, type] of [
      ['Description', 'leaflet'],
      ['Coupon instructions text', 'promoCode'],
      ['Progress bar info text', 'progressBar'],
      ['Header text', 'progressBar'],
      ['Info text', 'progressBar'],
    ] as const) {
      await chooseType(type);
      await findField(label);
      fill(field(label), `**${label}**`);
      const preview = await findByLabelText(`Live preview: ${label}`);
      await waitFor(() => expect(preview.querySelector('strong')).toHaveTextContent(label));
    }
  },
);

test(
  'counts what a progress bar lacks, and refuses a discount or a basket that is out of range',
  { tags: ['CONT-FORM-04', 'CONT-FORM-05', 'CONT-VAL-20'] },
  async () => {
    const { chooseType, user, getByRole, getAllByText, field, findField, fill, save } = await openEditor('/content/new?copy=item1', [
      answer(details, item({ name: 'Formularz', prevImage: null })),
    ]);
    await chooseType('progressBar');
    await waitFor(() => expect(save()).toBeDisabled());
    await user.click(getByRole('button', { name: /fields? (left to fill in|needs? attention)/ }));
    await waitFor(() => expect(getAllByText('This field is required')).toHaveLength(2));
    fill(field('Dates info text'), 'Do końca miesiąca');
    await waitFor(() => expect(getAllByText('This field is required')).toHaveLength(1));
    expect(save()).toBeDisabled();
    await chooseType('oneTimePromoCode');
    await user.click(getByRole('radio', { name: 'Cash (PLN)' }));
    await user.click(getByRole('radio', { name: 'Local' }));
    const [discount, basket] = [await findField('Discount value'), await findField('Minimum basket value (PLN)')];
    fill(discount, '10');
    fill(basket, '50');
    for (const [input, wrong, right] of [
      [discount, '1000', '10'],
      [discount, 'abc', '10'],
      [basket, '0', '50'],
      [basket, '10,5', '50'],
    ] as const) {
      fill(input, wrong);
      await waitFor(() => expect(input).toBeInvalid());
      expect(save()).toBeDisabled();
      fill(input, right);
      await waitFor(() => expect(input).toBeValid());
    }
  },
);

test('enables Save again once a discount is in range', { tags: ['CONT-FORM-04', 'CONT-VAL-20'] }, async () => {
  const coupon = {
    contentType: 'oneTimePromoCode',
    discountValue: '10',
    discountValueType: 'cash',
    minBasketValue: 50,
    discountType: 2,
  } as const;
  const { field, fill, save } = await openEditor('/content/item1', [answer(details, item(coupon))]);
  fill(field('Discount value'), '1000');
  await waitFor(() => expect(field('Discount value')).toBeInvalid());
  expect(save()).toBeDisabled();
  fill(field('Discount value'), '11');
  await waitFor(() => expect(save()).toBeEnabled());
});

test.each([
  ['pl', 'Bez podpisu o ważności', 'Aplikacja nie pokaże pod treścią podpisu z Ustawień'],
  ['pl', 'Można otworzyć przed początkiem ważności', 'Klienci otworzą treść, zanim zacznie się jej ważność'],
  ['en', 'Signature hidden', 'The app leaves out the caption from Settings'],
  ['en', 'Clickable when future', 'Customers can open it before its validity starts'],
] as const)('says in %s what the flag "%s" means', { tags: ['CONT-VIS-03', 'CONT-VIS-04'] }, async (language, name, hint) => {
  const { unfold, getByRole } = await openEditor('/content/new', [], language);
  await unfold();
  expect(getByRole('checkbox', { name })).toHaveAccessibleDescription(hint);
});

test(
  'offers the segments of the API, and takes pasted store numbers once each',
  { tags: ['CONT-SEG-03', 'CONT-SEG-04', 'CONT-SEG-05', 'CONT-PUB-15', 'CONT-PUB-16'] },
  async () => {
    const { chooseType, unfold, user, field, getByRole, findByRole, getAllByRole, findByText, api } = await openEditor();
    await chooseType('banner');
    await unfold();
    await user.click(field('Segments'));
    const listbox = await findByRole('listbox', { name: 'Segments' });
    await waitFor(() =>
      expect([...listbox.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual(
        segments.map(({ name }) => name),
      ),
    );
    await user.keyboard('{Enter}{Escape}');
    expect(getAllByRole('button', { name: /^Remove:? Kawosze$/ })).toHaveLength(1);
    await user.click(getByRole('combobox', { name: 'Include stores' }));
    await user.paste('101\n104\n101\n104');
    await findByText('Chosen: 2');
    expect(api.askedOf(segmentRoutes.list)).toHaveLength(1);
    expect(api.askedOf(storeRoutes.list)[0]?.query.get('pageSize')).toBe('100000');
    expect(stores.length).toBeGreaterThan(2);
  },
);

test(
  'lets the ends that it filled follow a corrected start, and leaves alone the one that a person changed',
  { tags: ['E-83'] },
  async () => {
    const { field, fill, user, queryAllByText } = await openEditor();
    const set = async (label: string, text: string): Promise<void> => {
      fill(field(label), text);
      await user.tab();
    };
    const ends = () => ['Validity end', 'Publication end'].map((label) => (field(label) as HTMLInputElement).value);
    await set('Validity start', '2026-10-22 08:00');
    await waitFor(() => expect(ends()).toEqual(['2026-10-29 08:00', '2026-10-29 08:00']));
    await set('Validity start', '2026-10-24 10:30');
    await waitFor(() => expect(ends()).toEqual(['2026-10-31 10:30', '2026-10-31 10:30']));
    await set('Validity end', '2026-11-30 23:59');
    await set('Validity start', '2026-11-02 06:00');
    await waitFor(() => expect(ends()).toEqual(['2026-11-30 23:59', '2026-11-09 06:00']));
    expect(queryAllByText(/filled in for you/)).toHaveLength(1);
  },
);

test('closes a calendar by Escape also while the focus is still on its button', { tags: ['D-43'] }, async () => {
  const { getAllByRole, findByRole, queryByRole, user } = await openEditor();
  const [button] = getAllByRole('button', { name: 'Choose from the calendar' });
  if (!button) throw new Error('There is no calendar');
  await user.click(button);
  await findByRole('dialog', { name: 'Choose from the calendar' });
  fireEvent.keyDown(button, { key: 'Escape' });
  await waitFor(() => expect(queryByRole('dialog', { name: 'Choose from the calendar' })).toBeNull());
});

test('offers the promo thresholds of the API beside none', { tags: ['CONT-THR-02'] }, async () => {
  const { chooseType, unfold, optionsOf } = await openEditor('/content/new', [
    answer(
      promoThresholdRoutes.list,
      [100, 200].map((threshold) => ({ _id: `7-${threshold}`, promoId: '7', threshold })),
    ),
  ]);
  await chooseType('interKupon');
  await unfold();
  await waitFor(() => expect(optionsOf('Promo threshold')).toEqual(['', '7-100', '7-200']));
});

test('offers no promo threshold where they cannot be loaded, without an alert', { tags: ['CONT-THR-03', 'ERR-10'] }, async () => {
  const { chooseType, unfold, optionsOf, queryByRole, api } = await openEditor('/content/new', [
    answer(promoThresholdRoutes.list, refuse('internal')),
  ]);
  await chooseType('interKupon');
  await unfold();
  await waitFor(() => expect(api.askedOf(promoThresholdRoutes.list).length).toBeGreaterThan(0));
  await waitFor(() => expect(optionsOf('Promo threshold')).toEqual(['']));
  expect(queryByRole('alert')).toBeNull();
});

test(
  'shows which threshold a copy names where the list lacks it, and saves without one',
  { tags: ['CONT-THR-06', 'EDIT-01'] },
  async () => {
    const { findField, field, user, save, api } = await openEditor('/content/new?copy=item1', [
      answer(details, item({ contentType: 'interKupon', name: 'Próg', promoThresholdId: 'threshold9' })),
      answer(create, item()),
    ]);
    await waitFor(() => expect(field('Name')).toHaveValue('Próg (copy)'));
    const threshold = await findField('Promo threshold');
    expect(threshold).toHaveValue('threshold9');
    await waitFor(() => expect(threshold.querySelector('option[value=threshold9]')).toHaveTextContent('threshold9 (not in the list)'));
    await user.selectOptions(threshold, '');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(api.askedOf(create)).toHaveLength(1));
    expect(api.askedOf(create)[0]?.body).toMatchObject({ promoThresholdId: null });
  },
);

test(
  'forgets what the server refused of a field while the type has no such field, and saves without it',
  { tags: ['CONT-FORM-21'] },
  async () => {
    const { chooseType, findField, save, user, api, address } = await openEditor('/content/new?copy=item1', [
      answer(details, item({ contentType: 'interKupon' })),
      answer(create, refuse('invalid', { fields: { promoThresholdId: ['unknown'] } })),
    ]);
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    const threshold = await findField('Promo threshold');
    await waitFor(() => expect(threshold).toBeInvalid());
    expect(save()).toBeDisabled();
    await chooseType('leaflet');
    await waitFor(() => expect(save()).toBeEnabled());
    await chooseType('interKupon');
    await waitFor(() => expect(save()).toBeDisabled());
    await chooseType('leaflet');
    api.change(answer(create, item()));
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/content'));
  },
);

test(
  'says in place that a save failed, keeps every value, and saves once when Save is pressed twice',
  { tags: ['CONT-FORM-10', 'CONT-FORM-11', 'CONT-FORM-23', 'ERR-07', 'A-104'] },
  async () => {
    const { save, user, api, address, field, findByRole, getByRole } = await openEditor('/content/new?copy=item1', [
      answer(details, item()),
      answer(create, refuse('internal', { requestId: 'abc' })),
    ]);
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await findByRole('alert')).toHaveTextContent('Nobody knows whether it was saved');
    expect(document.querySelector('.mantine-Notification-root')).toBeNull();
    expect(field('Name')).toHaveValue('Gazetka (copy)');
    expect(getByRole('button', { name: 'Remove: Preview image' })).toBeInTheDocument();
    api.change(answer(create, item()));
    await user.dblClick(save());
    await waitFor(() => expect(address()).toBe('/content'));
    expect(api.askedOf(create)).toHaveLength(2);
  },
);

test(
  'treats an EAN that is typed and not added as unsaved, and adds it on Save or refuses it where it stands',
  { tags: ['D-44'] },
  async () => {
    const { field, findField, fill, user, findByRole, findByText, getAllByRole, save, button, api } = await openEditor('/content/item1', [
      answer(details, item({ contentType: 'promoCode', productEANs: ['5900000000015'] })),
      answer(change, item({ contentType: 'promoCode' })),
    ]);
    fill(await findField('Product EANs'), '5900000000022 mleko');
    const [back] = getAllByRole('link', { name: 'Back' });
    if (back) await user.click(back);
    await user.click(await findByRole('button', { name: 'Stay' }));
    await findByText('Not an EAN (digits only, 14 at most): mleko');
    expect(save()).toBeDisabled();
    await user.click(button(/^1 field needs attention/));
    expect(field('Product EANs')).toHaveFocus();
    fill(field('Product EANs'), '5900000000022');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(api.askedOf(change)).toHaveLength(1));
    expect(api.askedOf(change)[0]?.body).toEqual({ productEANs: ['5900000000015', '5900000000022'] });
  },
);
