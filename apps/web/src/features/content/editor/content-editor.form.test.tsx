import {
  Content,
  type ContentField,
  contentFieldNames,
  contentFields,
  ContentRow,
  contentRoutes,
  type ContentType,
  contentTypes,
  hasField,
} from '@endcap/contract/content';
import { unnamedOf } from '@endcap/contract/core';
import { daySheetRoutes } from '@endcap/contract/day-sheet';
import { fileRoutes } from '@endcap/contract/files';
import { linkRoutes } from '@endcap/contract/links';
import { promoThresholdRoutes } from '@endcap/contract/promo-thresholds';
import { segmentRoutes } from '@endcap/contract/segments';
import { StoreGroupRow, storeGroupRoutes } from '@endcap/contract/store-groups';
import { storeRoutes } from '@endcap/contract/stores';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { storedItem } from '../../../../test/stored-item.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { sample } from '../../../../test/sample.ts';
import { pageOf, stores } from '../../../../test/shop.ts';
import { answer, refuse, type StandIn } from '../../../../test/stand-in-api.ts';
import { asksBeforeSave } from './content-editor-page.tsx';
import { emptyContentForm } from './content-form.ts';

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
    publicationEnd: '2086-01-01T00:00:00.000Z',
    validityStart: '2026-01-01T00:00:00.000Z',
    validityEnd: '2086-01-01T00:00:00.000Z',
    ...facts,
  });

const changeType = /^(Change: Content type|Zmień: Typ treści)$/;
const openEditor = async (address = '/content/new', answers: StandIn[] = [], language: 'pl' | 'en' = 'en') => {
  const screen = await openScreen(address, { language, answers: [...served, ...answers] });
  await screen.findField(language === 'pl' ? 'Nazwa' : 'Name');
  const form = document.querySelector('form');
  if (!form) throw new Error('There is no form');
  return {
    ...screen,
    form,
    save: () => screen.getByRole('button', { name: language === 'pl' ? 'Zapisz' : 'Save' }),
    pressSaveKey: () => screen.user.keyboard('{Control>}s{/Control}'),
    /** The button that unfolds a panel, null where it is unfolded. */
    folded: (panel: string) => screen.queryByRole('button', { name: `Add: ${panel}` }),
    chooseType: async (type: ContentType): Promise<void> => {
      const folded = screen.queryByRole('button', { name: changeType });
      if (folded) await screen.user.click(folded);
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

const typeNames: Record<ContentType, string> = {
  leaflet: 'Leaflet',
  promoCode: 'Promo code',
  oneTimePromoCode: 'One-time promo code',
  premiumPromoCode: 'Premium promo code',
  banner: 'Banner',
  youtube: 'YouTube',
  regulation: 'Regulation',
  navigation: 'Navigation',
  progressBar: 'Progress bar',
  interPunktyPromo: 'InterPunkty offer',
  interKupon: 'InterKupon',
};
const allPanels = [
  'Main',
  'Promo descriptions',
  'Visibility',
  'Segments',
  'InterKupon promo threshold',
  'Discount',
  'Regulations',
  'Texts',
  'Products',
  'Publishing',
];
const commonPanels = new Set(['Main', 'Promo descriptions', 'Visibility', 'Regulations', 'Texts', 'Publishing']);
/** Panels that only some types have. */
const furtherPanels: Partial<Record<ContentType, string[]>> = {
  promoCode: ['Segments', 'Products'],
  oneTimePromoCode: ['Segments', 'Discount'],
  premiumPromoCode: ['Segments', 'Products'],
  banner: ['Segments'],
  interKupon: ['InterKupon promo threshold'],
};

test.each(contentTypes)(
  'shows every panel and field of the matrix for %s, and no other; only a banner has a tab',
  {
    tags: [
      'CONT-MAIN-01',
      'CONT-MAIN-02',
      'CONT-MAIN-05',
      'CONT-MAIN-06',
      'CONT-MAIN-07',
      'CONT-MAIN-08',
      'CONT-MAIN-09',
      'CONT-MAIN-10',
      'CONT-MAIN-12',
      'CONT-MAIN-13',
      'CONT-MAIN-14',
      'CONT-MAIN-15',
      'CONT-MAIN-19',
      'CONT-FORM-06',
      'CONT-FORM-20',
      'CONT-SEG-01',
      'CONT-SEG-02',
      'CONT-DISC-01',
      'CONT-DISC-02',
      'CONT-PROD-01',
      'CONT-PROD-02',
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
    const { chooseType, unfold, form, field, getByRole } = await openEditor();
    const tile = (one: ContentType) => form.querySelector<HTMLInputElement>(`input[type=radio][value=${one}]`);
    expect(tile('leaflet')).toBeChecked();
    expect(tile(type)?.labels?.[0]).toHaveTextContent(typeNames[type]);
    await chooseType(type);
    expect(getByRole('group', { name: 'Content type' })).toHaveTextContent(`${typeNames[type]}Change`);
    await unfold();
    const panels = [...form.querySelectorAll('fieldset[id^="panel-"] > legend')].map(({ textContent }) => textContent);
    expect(panels).toEqual(allPanels.filter((panel) => commonPanels.has(panel) || furtherPanels[type]?.includes(panel)));
    expect(field('Tab').matches(':disabled')).toBe(type !== 'banner');
    if (type === 'banner') expect(field('Tab')).toHaveValue('start');
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

test.each([
  ['/content/new?type=banner', 'Banner'],
  ['/content/new?copy=item1', 'Leaflet'],
  ['/content/item1', 'Leaflet'],
])('%s has its type in one line: %s · Change', { tags: ['CONT-MAIN-01', 'WCAG-2.4.3'] }, async (address, name) => {
  const { getByRole, findByRole, queryAllByRole } = await openEditor(address, [answer(details, item())]);
  const button = await findByRole('button', { name: 'Change: Content type', expanded: false });
  expect(button).toHaveAccessibleDescription(name);
  expect(getByRole('group', { name: 'Content type' })).toHaveTextContent(new RegExp(`^${name}\\s*Change$`));
  expect(queryAllByRole('radiogroup', { name: 'Content type' })).toHaveLength(0);
});

test(
  'a type that is chosen folds the tiles, and "Change" opens them at the chosen one until another is chosen or Escape is pressed',
  { tags: ['CONT-MAIN-01', 'WCAG-2.1.1', 'WCAG-2.4.3'] },
  async () => {
    const { getByRole, queryByRole, user, api } = await openEditor();
    const radio = (name: string) => getByRole('radio', { name });
    const folded = () => queryByRole('button', { name: changeType });
    expect(folded()).toBeNull();
    // The initial type of a new item is a default, so the list of types is open.
    await user.click(radio('Leaflet'));
    expect(folded()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(radio('Leaflet')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(radio('One-time promo code')).toBeChecked();
    expect(radio('One-time promo code')).toHaveFocus();
    await user.keyboard(' ');
    expect(folded()).toHaveFocus();
    expect(folded()).toHaveAccessibleDescription('One-time promo code');
    await user.click(getByRole('button', { name: changeType }));
    await user.keyboard('{ArrowUp}{Enter}');
    expect(folded()).toHaveFocus();
    expect(folded()).toHaveAccessibleDescription('Promo code');
    await user.keyboard('{Enter}{Escape}');
    expect(folded()).toHaveFocus();
    expect(folded()).toHaveAccessibleDescription('Promo code');
    expect(api.requestsOf(create)).toHaveLength(0);
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
    await waitFor(() => expect(api.requestsOf(create)).toHaveLength(1));
    const sent = api.requestsOf(create)[0]?.body as Content;
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
] as const)('shows a description in %s for the flag "%s"', { tags: ['CONT-VIS-03', 'CONT-VIS-04'] }, async (language, name, hint) => {
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
    expect(api.requestsOf(segmentRoutes.list)).toHaveLength(1);
    expect(api.requestsOf(storeRoutes.list)[0]?.query.get('pageSize')).toBe('100000');
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
    await waitFor(() => expect(ends()).toEqual(['2026-10-29 23:59', '2026-10-29 23:59']));
    await set('Validity start', '2026-10-24 10:30');
    await waitFor(() => expect(ends()).toEqual(['2026-10-31 23:59', '2026-10-31 23:59']));
    await set('Validity end', '2026-11-30 23:59');
    await set('Validity start', '2026-11-02 06:00');
    await waitFor(() => expect(ends()).toEqual(['2026-11-30 23:59', '2026-11-30 23:59']));
    expect(queryAllByText(/filled in for you/)).toHaveLength(1);
  },
);

test(
  'lets the end of publication follow a corrected end of validity until a person changes it, names the days after validity, and mends them',
  { tags: ['E-65'] },
  async () => {
    const { field, fill, user, findByTestId, getByTestId, getByRole } = await openEditor();
    const set = async (label: string, text: string): Promise<void> => {
      fill(field(label), text);
      await user.tab();
    };
    await set('Validity start', '2086-11-30 00:00');
    await set('Validity end', '2086-12-01');
    await waitFor(() => expect(field('Publication end')).toHaveValue('2086-12-01 23:59'));
    const notice = await findByTestId('shown-after-validity');
    expect(notice).toBeEmptyDOMElement();
    await set('Publication end', '2086-12-07 00:00');
    await waitFor(() => expect(notice).toHaveTextContent('Shown for 5 more days after validity ends.'));
    await set('Validity end', '2086-12-05');
    await waitFor(() => expect(notice).toHaveTextContent('Shown for 1 more day after validity ends.'));
    expect(field('Publication end')).toHaveValue('2086-12-07 00:00');
    await user.click(getByRole('button', { name: 'End publication with validity' }));
    await waitFor(() => expect(field('Publication end')).toHaveValue('2086-12-05 23:59'));
    expect(getByTestId('shown-after-validity')).toBeEmptyDOMElement();
  },
);

test(
  'asks for confirmation before a save that shows an item to everybody immediately and without an end date',
  { tags: ['E-64'] },
  async () => {
    const copied = item({ publicationEnd: '2087-06-01T10:00:00.000Z' });
    const { field, findByRole, queryByRole, user, save, api, pressSaveKey, address } = await openEditor('/content/new?copy=item1', [
      answer(details, ({ path }) => (path.endsWith('made1') ? item({ _id: 'made1' }) : copied)),
      answer(create, item({ _id: 'made1' })),
      answer(change, item({ _id: 'made1' })),
    ]);
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    await user.click(await findByRole('button', { name: 'Undo dates' }));
    await user.click(save());
    const dialog = within(await findByRole('dialog', { name: 'Publish to everybody now, with no end date?' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(queryByRole('dialog')).toBeNull());
    expect(api.requestsOf(create)).toEqual([]);
    await pressSaveKey();
    await user.click(within(await findByRole('dialog')).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(api.requestsOf(create)).toHaveLength(1));
    await waitFor(() => expect(address()).toBe('/content/made1'));
    expect(queryByRole('dialog')).toBeNull();
  },
);

test.each([
  ['an end', { publicationEnd: '2087-06-01T10:00:00.000Z' }],
  ['a start that is still to come', { publicationStart: '2085-01-01T10:00:00.000Z' }],
  ['a segment', { segments: ['Kawosze'] }],
  ['an excluded store', { excludeStores: ['store101'] }],
  ['chosen stores', { includeStoreType: '' as const, includeStores: ['store101'] }],
])('does not ask for confirmation before a save of an item with %s', { tags: ['E-64'] }, (_, facts) => {
  const form = { ...emptyContentForm(), contentType: 'promoCode', ...facts };
  expect(asksBeforeSave({ ...form, ...facts }, null, 'en')).toBeNull();
  expect(
    asksBeforeSave({ ...emptyContentForm(), contentType: 'promoCode' }, item({ publicationEnd: null, ...facts }), 'en'),
  ).not.toBeNull();
  expect(asksBeforeSave({ ...emptyContentForm(), contentType: 'promoCode' }, item({ publicationEnd: null }), 'en')).toBeNull();
  expect(asksBeforeSave({ ...emptyContentForm(), contentType: 'navigation' }, null, 'en')).toBeNull();
});

test('an empty choice of segments is called all customers', { tags: ['E-64'] }, async () => {
  const { findByRole, chooseType } = await openEditor();
  await chooseType('promoCode');
  const segments = (await findByRole('button', { name: 'Add: Segments' })).closest('fieldset');
  expect(segments).toHaveTextContent('all customers');
  expect(segments).not.toHaveTextContent('empty');
});

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
  await waitFor(() => expect(api.requestsOf(promoThresholdRoutes.list).length).toBeGreaterThan(0));
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
    await waitFor(() => expect(api.requestsOf(create)).toHaveLength(1));
    expect(api.requestsOf(create)[0]?.body).toMatchObject({ promoThresholdId: null });
  },
);

test(
  'ignores a server error of a field while the chosen type lacks the field, and saves without it',
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
  'shows in the form that a save failed, keeps every value, and saves once when Save is double-clicked',
  { tags: ['CONT-FORM-10', 'CONT-FORM-11', 'CONT-FORM-23', 'ERR-07', 'A-104'] },
  async () => {
    const { save, user, api, address, field, findByRole, getByRole } = await openEditor('/content/new?copy=item1', [
      answer(details, item()),
      answer(create, refuse('internal', { requestId: 'abc' })),
    ]);
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    expect(await findByRole('alert')).toHaveTextContent('It may or may not have been saved');
    expect(document.querySelector('.mantine-Notification-root')).toBeNull();
    expect(field('Name')).toHaveValue('Gazetka (copy)');
    expect(getByRole('button', { name: 'Remove: Preview image' })).toBeInTheDocument();
    api.change(answer(create, item()));
    await user.dblClick(save());
    await waitFor(() => expect(address()).toBe('/content'));
    expect(api.requestsOf(create)).toHaveLength(2);
  },
);

test(
  'treats an EAN that was typed but not added as unsaved, adds it on Save, and rejects an invalid one in its field',
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
    await waitFor(() => expect(api.requestsOf(change)).toHaveLength(1));
    expect(api.requestsOf(change)[0]?.body).toEqual({ productEANs: ['5900000000015', '5900000000022'] });
  },
);

test(
  'adds each code once, asks about those that look wrong, and leaves invalid text in the field',
  { tags: ['CONT-PROD-03', 'CONT-PROD-04', 'CONT-PROD-05', 'CONT-PROD-06', 'CONT-PROD-07'] },
  async () => {
    const { chooseType, unfold, field, findField, fill, user, button, findByText, getAllByRole } = await openEditor();
    await chooseType('promoCode');
    await unfold();
    await findField('Product EANs');
    fill(field('Product EANs'), '0012, 5901234123457;; abc');
    await user.keyboard('{Enter}');
    await findByText('Not an EAN (digits only, 14 at most): abc');
    await user.click(button('Add anyway'));
    expect(field('Product EANs')).toHaveValue('abc');
    fill(field('Product EANs'), '0012');
    await user.click(button('Add'));
    expect(getAllByRole('button', { name: /^Product EANs: / })).toHaveLength(2);
  },
);

test(
  'requires the name of a regulation as long as it has a file',
  { tags: ['CONT-REG-01', 'CONT-REG-05', 'CONT-VAL-21', 'D-48'] },
  async () => {
    const { findField, field, user, button } = await openEditor('/content/item1', [
      answer(details, item({ regulation1File: `file:${'b'.repeat(32)}.pdf` })),
    ]);
    expect(await findField('Regulation 1: name')).toBeRequired();
    await user.click(button(/fields? left to fill in/));
    await waitFor(() => expect(field('Regulation 1: name')).toBeInvalid());
    await user.click(button('Remove: Regulation 1: file'));
    await waitFor(() => expect(field('Regulation 1: name')).toBeValid());
    expect(field('Regulation 1: name')).not.toBeRequired();
  },
);

/** An item that keeps what is changed. */
const savedItem = (facts: Partial<Content> = {}) => storedItem(contentRoutes, item(facts));

test(
  'disables Save for a typed code that looks wrong, even before Enter is pressed, and asks whether to add it',
  { tags: ['E-20'] },
  async () => {
    const kept = savedItem({ contentType: 'promoCode', productEANs: ['0012'], ean: '5901234123457' });
    const { findField, field, fill, user, save, button, findByText, findByRole, getAllByRole } = await openEditor(
      '/content/item1',
      kept.answers,
      'pl',
    );
    const entry = await findField('Kody EAN produktów');
    // A code that the item has already is no question.
    fill(entry, '0012');
    await user.keyboard('{Enter}');
    await findByText('Te kody są już na liście.');
    await user.keyboard('5901234');
    expect(entry).not.toBeInvalid();
    await user.click(field('Kod MegaPromo'));
    await waitFor(() => expect(entry).toHaveAccessibleDescription('Sprawdź kody: któryś wygląda na błędny'));
    expect(save()).toBeDisabled();
    await user.click(button(/^Błędy: 1/));
    expect(entry).toHaveFocus();
    const question = await findByRole('group', { name: '1 kod wygląda na błędny' });
    expect(question).toHaveTextContent('Liczba cyfr inna niż 8, 12, 13 lub 14: 5901234');
    fill(entry, '5901234, 5,90123E+12');
    await user.keyboard('{Enter}');
    await user.click(await findByRole('button', { name: 'Dodaj mimo to' }));
    expect(getAllByRole('button', { name: /^Kody EAN produktów: .* ×$/ })).toHaveLength(2);
    expect(entry).toHaveValue('5,90123E+12');
    expect(entry).toHaveFocus();
    fill(field('Kod MegaPromo'), '5,90123E+12');
    await findByText(/Excel skrócił ten numer; wpisz wszystkie cyfry/);
  },
);

test('asks about a code that looks wrong when Ctrl+S is pressed in its field', { tags: ['E-20'] }, async () => {
  const kept = savedItem({ contentType: 'promoCode' });
  const { unfold, findField, user, pressSaveKey, findByRole, queryByRole, getAllByRole } = await openEditor('/content/item1', kept.answers);
  await unfold();
  const entry = await findField('Product EANs');
  const question = () => findByRole('group', { name: '1 code looks wrong' });
  await user.click(entry);
  await user.keyboard('5901234');
  expect(entry).not.toBeInvalid();
  await pressSaveKey();
  expect(await question()).toHaveTextContent('Not 8, 12, 13 or 14 digits: 5901234');
  expect(entry).toBeInvalid();
  expect(entry).toHaveFocus();
  // Typing on takes the question back, until the next attempt to save.
  await user.keyboard('1234');
  await waitFor(() => expect(queryByRole('group', { name: '1 code looks wrong' })).toBeNull());
  await user.keyboard('{Control>}{Shift>}s{/Shift}{/Control}');
  expect(await question()).toHaveTextContent('Not 8, 12, 13 or 14 digits: 59012341234');
  await user.keyboard('57');
  await pressSaveKey();
  await waitFor(() => expect(kept.stored().productEANs).toEqual(['5901234123457']));
  await user.click(entry);
  await waitFor(() => expect(entry).toHaveValue(''));
  await user.keyboard('59 01234152 457');
  await pressSaveKey();
  expect(await question()).toHaveTextContent('One code or several? “Add anyway” adds one: 59 01234152 457');
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(getAllByRole('button', { name: /^Product EANs: / }).at(-1)).toHaveAccessibleName('Product EANs: 5901234152457 ×');
});

test('switches to chosen stores when a group is added, and notes beside "All" that it has no effect', { tags: ['D-41'] }, async () => {
  const { pick, user, getByRole, findByTestId, queryByTestId, findByRole } = await openEditor('/content/new', [
    answer(storeGroupRoutes.list, pageOf([sample(StoreGroupRow, { _id: 'group1', name: 'Małopolska' })])),
  ]);
  const choice = (name: string) => within(getByRole('radiogroup', { name: 'Display in stores' })).getByRole('radio', { name });
  expect(choice('All')).toBeChecked();
  await pick(getByRole('combobox', { name: 'Include store groups' }), 'malopolska');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(choice('Only chosen stores')).toBeChecked());
  expect(queryByTestId('covered')).toBeNull();
  await user.click(choice('All'));
  expect(await findByTestId('covered')).toHaveTextContent('“All” already includes the group Małopolska.');
  (await findByRole('button', { name: 'Limit to the group Małopolska' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(choice('Only chosen stores')).toBeChecked());
  expect(choice('Only chosen stores')).toHaveFocus();
  await waitFor(() => expect(queryByTestId('covered')).toBeNull());
});

test('counts fields left to fill in, and marks panels only after a wrong value or a click on the count', { tags: ['ux-10'] }, async () => {
  const { chooseType, button, field, findField, fill, user, findByText, getByRole } = await openEditor('/content/new', [], 'pl');
  await chooseType('oneTimePromoCode');
  const count = () => button(/do uzupełnienia/i);
  const marked = () =>
    [...getByRole('navigation', { name: 'Panele' }).querySelectorAll('[data-problems]')].map(({ textContent }) => textContent);
  await waitFor(() => expect(count()).toHaveTextContent('Zostało do uzupełnienia: 8'));
  expect(marked()).toEqual([]);
  fill(field('Nazwa'), 'Spokój');
  await waitFor(() => expect(count()).toHaveTextContent('Zostało do uzupełnienia: 7'));
  fill(await findField('Wartość rabatu'), 'dużo');
  await waitFor(() => expect(count()).toHaveTextContent('Błędy: 1, do uzupełnienia: 6'));
  await findByText(/To nie jest liczba; wpisz np\. 12,5/);
  expect(marked()).toEqual(['Rabat (1)']);
  await user.click(count());
  await waitFor(() => expect(marked()).toHaveLength(3));
  fill(field('Wartość rabatu'), '10');
  await waitFor(() => expect(count()).toHaveTextContent('Do uzupełnienia: 6'));
});

test('names the rule that a value breaks, and leads to the zone of an image that is missing first', { tags: ['D-48'] }, async () => {
  const { chooseType, unfold, field, findField, fill, user, button, findByText, findAllByRole } = await openEditor(
    '/content/new',
    [],
    'pl',
  );
  await chooseType('oneTimePromoCode');
  fill(await findField('Minimalna wartość koszyka (zł)'), '0');
  await findByText(/Liczba całkowita od 1 do 999 zł/);
  fill(field('Tytuł'), 'x'.repeat(201));
  await findByText(/Za długi tekst: najwyżej 200 znaków/);
  fill(field('Tytuł'), '');
  fill(field('Nazwa'), 'Formularz reguły');
  await waitFor(() => expect(button(/^Błędy: 1, do uzupełnienia/)).toBeInTheDocument());
  await user.click(button(/^Błędy: 1, do uzupełnienia/));
  // The zone takes the focus, not its hidden input.
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-zone'));
  await unfold();
  fill(await findField('Opis'), '[gazetka](endcap://abc)');
  const [link] = await findAllByRole('link', { name: 'gazetka' });
  expect(link).toHaveAttribute('title', 'endcap://abc');
});

test(
  'unfolds an optional panel by a key or for a problem, and keeps it unfolded when it is emptied again',
  { tags: ['CONT-FORM-06', 'ux-10', 'ux-23'] },
  async () => {
    const { folded, field, findField, fill, user, save, api, getByRole, queryByRole, chooseType, address } = await openEditor(
      '/content/new?copy=item1',
      [answer(details, item()), answer(create, refuse('invalid', { fields: { regulation1Name: ['tooLong'] } }))],
    );
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    expect(getByRole('group', { name: 'Promo descriptions' })).toHaveTextContent(/Promo descriptions\s*empty\s*Add/);
    for (const panel of ['Promo descriptions', 'Regulations', 'Texts']) expect(folded(panel)).toHaveAttribute('aria-expanded', 'false');
    expect(queryByRole('textbox', { name: 'Description' })).toBeNull();
    folded('Promo descriptions')?.focus();
    await user.keyboard('{Enter}');
    await findField('Description');
    await waitFor(() => expect(field('Description')).toHaveFocus());
    fill(field('Description'), 'Tanio');
    fill(field('Description'), '');
    await waitFor(() => expect(save()).toBeEnabled());
    expect(field('Description')).toBeInTheDocument();
    await user.click(save());
    await findField('Regulation 1: name');
    await waitFor(() => expect(field('Regulation 1: name')).toHaveFocus());
    // A panel with a field that the type requires is open.
    expect(folded('Texts')).not.toBeNull();
    await chooseType('progressBar');
    await findField('Dates info text');
    await chooseType('leaflet');
    fill(field('Regulation 1: name'), 'Zasady');
    api.change(answer(create, item({ _id: 'made1' })));
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/content'));
  },
);

test(
  'keeps a panel unfolded through another type and a first Ctrl+S, until the item is left',
  { tags: ['CONT-FORM-06', 'ux-9', 'ux-26'] },
  async () => {
    const { folded, chooseType, field, findField, user, save, pressSaveKey, findByText, findByRole, queryByRole, getAllByRole, address } =
      await openEditor('/content/new?copy=item1', [
        answer(details, ({ params }) => item({ _id: params['contentId'] ?? '' })),
        answer(create, item({ _id: 'made1' })),
        answer(contentRoutes.list, pageOf([sample(ContentRow, { _id: 'made1', name: 'Gazetka', title: null })])),
      ]);
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    await chooseType('banner');
    const segmentsWay = folded('Segments');
    if (segmentsWay) await user.click(segmentsWay);
    await chooseType('leaflet');
    expect(queryByRole('group', { name: 'Segments' })).toBeNull();
    await chooseType('banner');
    expect(await findByRole('group', { name: 'Segments' })).toBeInTheDocument();
    expect(folded('Segments')).toBeNull();
    await chooseType('leaflet');
    const textsWay = folded('Texts');
    if (textsWay) await user.click(textsWay);
    await findField('Dates info text');
    await waitFor(() => expect(save()).toBeEnabled());
    await pressSaveKey();
    await findByText(/Saved at/);
    await waitFor(() => expect(address()).toBe('/content/made1'));
    expect(field('Dates info text')).toBeInTheDocument();
    expect(folded('Regulations')).not.toBeNull();
    // After returning, the empty panel is collapsed.
    const [back] = getAllByRole('link', { name: 'Back' });
    if (back) await user.click(back);
    await waitFor(() => expect(address()).toBe('/content'));
    await user.click(await findByRole('link', { name: 'Edit: Gazetka' }));
    await waitFor(() => expect(address()).toBe('/content/made1'));
    await findField('Name');
    expect(folded('Texts')).not.toBeNull();
  },
);

test('saves by Ctrl+S and keeps the caret; Save is inconspicuous while nothing is changed', { tags: ['ux-26'] }, async () => {
  const kept = savedItem({ title: 'Przed' });
  const { field, fill, save, pressSaveKey, findByText, getAllByRole, user, address } = await openEditor('/content/item1', kept.answers);
  await waitFor(() => expect(field('Title')).toHaveValue('Przed'));
  expect(save()).toHaveAttribute('data-variant', 'default');
  fill(field('Title'), 'Po');
  await waitFor(() => expect(save()).toHaveAttribute('data-variant', 'filled'));
  await pressSaveKey();
  await findByText(/Saved at/);
  expect(address()).toBe('/content/item1');
  expect(field('Title')).toHaveFocus();
  await waitFor(() => expect(save()).toHaveAttribute('data-variant', 'default'));
  expect(kept.stored()).toMatchObject({ title: 'Po' });
  // Nothing is left to be lost.
  const [back] = getAllByRole('link', { name: 'Back' });
  if (back) await user.click(back);
  await waitFor(() => expect(address()).toBe('/content'));
});

test('an uploaded file shows its name, its pages and its size beside the way to replace it', { tags: ['E-69'] }, async () => {
  const { findByRole, findByText, getByRole } = await openEditor('/content/item1', [
    answer(details, item({ regulation1File: `file:${'b'.repeat(32)}.pdf`, prevImage: `cloudinary:${'a'.repeat(32)}.png` })),
    answer(fileRoutes.facts, ({ params }) =>
      params['name']?.endsWith('.pdf')
        ? { name: 'leaflet49.pdf', size: 17_204, pages: 3 }
        : { name: 'truskawki.png', size: 1_234_567, pages: null },
    ),
  ]);
  expect(await findByRole('link', { name: 'Open the file: leaflet49.pdf' })).toHaveTextContent('leaflet49.pdf');
  await findByText(/^3 pages · 17\skB$/);
  await findByText(/^truskawki\.png · 1\.2\sMB$/);
  expect(getByRole('button', { name: 'Replace: Regulation 1: file' })).toBeInTheDocument();
});
test('a heading and a saved message name the item by its name, which copies do not share', { tags: ['E-69', 'ux-16'] }, async () => {
  const kept = savedItem({ name: 'Gazetka 49 (kopia)', title: 'Gazetka' });
  const { field, fill, save, findByText, findByRole, user } = await openEditor('/content/item1', kept.answers);
  expect(await findByRole('heading', { level: 1 })).toHaveTextContent(/^Gazetka 49 \(kopia\)$/);
  fill(field('Title'), 'Nowa gazetka');
  await user.click(save());
  await findByText(/Gazetka 49 \(kopia\)/);
});

test(
  'stays at the address of a newly saved item if the person kept typing meanwhile, and saves those changes next',
  { tags: ['ux-9'] },
  async () => {
    const gate = Promise.withResolvers<void>();
    const kept = savedItem({ _id: 'made1', name: 'Gazetka (copy)', title: 'Gaz' });
    const { field, fill, save, user, api, address } = await openEditor('/content/new?copy=item1', [
      ...kept.answers,
      answer(details, ({ params }) => (params['contentId'] === 'item1' ? item() : kept.stored())),
      answer(create, async () => {
        await gate.promise;
        return kept.stored();
      }),
    ]);
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    fill(field('Title'), 'Gaz');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(api.requestsOf(create)).toHaveLength(1));
    fill(field('Title'), 'Gazetka');
    gate.resolve();
    await waitFor(() => expect(address()).toBe('/content/made1'));
    expect(api.requestsOf(create)[0]?.body).toMatchObject({ title: 'Gaz' });
    await waitFor(() => expect(field('Title')).toHaveValue('Gazetka'));
    await user.click(save());
    await waitFor(() => expect(address()).toBe('/content'));
    expect(kept.stored()).toMatchObject({ title: 'Gazetka' });
    expect(api.requestsOf(create)).toHaveLength(1);
  },
);

test(
  'stays busy until all data is reloaded, so that another Ctrl+S creates no second item',
  { tags: ['D-50', 'CONT-FORM-07'] },
  async () => {
    const gate = Promise.withResolvers<void>();
    const { field, unfold, save, user, api, pressSaveKey, address } = await openEditor('/content/new?copy=item1', [
      answer(details, item({ contentType: 'promoCode' })),
      answer(create, item({ _id: 'made1', contentType: 'promoCode' })),
    ]);
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    await unfold();
    await waitFor(() => expect(api.requestsOf(segmentRoutes.list)).toHaveLength(1));
    await waitFor(() => expect(save()).toBeEnabled());
    api.change(
      answer(segmentRoutes.list, async () => {
        await gate.promise;
        return segments;
      }),
    );
    await user.click(save());
    await waitFor(() => expect(api.requestsOf(segmentRoutes.list)).toHaveLength(2));
    await pressSaveKey();
    expect(save()).toBeDisabled();
    gate.resolve();
    // The key has no effect while the editor is busy, so the form is left as after a single save.
    await waitFor(() => expect(address()).toBe('/content'));
    expect(api.requestsOf(create)).toHaveLength(1);
  },
);

test(
  'reports a conflict when two people remove different segments, instead of showing the item to everybody',
  { tags: ['A-106', 'D-30', 'ux-11'] },
  async () => {
    const [first, second] = segments.map(({ name }) => name);
    const kept = savedItem({ contentType: 'banner', segments: [first ?? '', second ?? ''] });
    const { findByRole, user, save, address } = await openEditor('/content/item1', kept.answers);
    await user.click(await findByRole('button', { name: `Remove: ${first}` }));
    kept.changeBehind({ segments: [first ?? ''] });
    await user.click(save());
    const dialog = within(await findByRole('dialog', { name: 'Somebody else changed this too' }));
    expect(dialog.getByRole('radiogroup', { name: 'Segments' })).toHaveTextContent(
      new RegExp(`My version\\s*${second}.*version\\s*${first}$`),
    );
    await user.click(dialog.getByRole('radio', { name: 'My version' }));
    await user.click(dialog.getByRole('button', { name: 'Save what is chosen' }));
    await waitFor(() => expect(address()).toBe('/content'));
    expect(kept.stored()).toMatchObject({ segments: [second] });
  },
);

test(
  'previews the title and never the internal name, and says that nobody sees an item before it is saved',
  { tags: ['D-47'] },
  async () => {
    const { getByRole, findByText, field, fill, findByTestId } = await openEditor();
    await findByText(/Customers see nothing yet/);
    fill(field('Name'), 'Formularz wewnętrzny');
    fill(field('Title'), 'Dla klientów');
    await waitFor(() => expect(getByRole('figure')).toHaveTextContent('Dla klientów'));
    expect(getByRole('figure')).not.toHaveTextContent('Formularz wewnętrzny');
    expect(await findByTestId('who-sees-it')).toHaveTextContent(/^Nobody yet: nothing is saved\. Once saved:/);
  },
);

test(
  'lists the values that a change of type will empty, and marks automatic values until a person changes them',
  { tags: ['ux-12', 'ux-14'] },
  async () => {
    const { chooseType, field, findField, fill, user, findByText, queryByText, getAllByText } = await openEditor();
    await chooseType('oneTimePromoCode');
    fill(await findField('Discount value'), '5');
    await chooseType('leaflet');
    await findByText(/Saving will empty them: Discount value\./);
    await chooseType('oneTimePromoCode');
    await waitFor(() => expect(queryByText(/Saving will empty them/)).toBeNull());
    expect(field('Discount value')).toHaveValue('5');
    fill(field('Validity start'), '2026-10-22 08:00');
    await user.tab();
    await waitFor(() => expect(getAllByText(/filled in for you/)).toHaveLength(2));
    fill(field('Validity end'), '2026-11-22 08:00');
    await user.tab();
    await waitFor(() => expect(getAllByText(/filled in for you/)).toHaveLength(1));
  },
);

test(
  'opens a copy from its row with its name marked and its dates a week later, which can be undone, and saves it as a new item',
  { tags: ['EDIT-01', 'E-64'] },
  async () => {
    const dates = { publicationStart: '2025-01-01T00:00:00.000Z', publicationEnd: '2087-06-01T10:00:00.000Z' };
    const rows = pageOf([sample(ContentRow, { _id: 'item1', name: 'Gazetka', title: null })]);
    const { field, fill, findField, user, button, api, address, findByRole, findByText } = await openScreen('/content', {
      answers: [
        ...served,
        answer(contentRoutes.list, rows),
        answer(details, item({ pinned: true, ...dates })),
        answer(create, item({ _id: 'made1' })),
      ],
    });
    await user.click(await findByRole('button', { name: 'More: Gazetka' }));
    await user.click(await findByRole('menuitem', { name: 'Duplicate' }));
    await waitFor(() => expect(address()).toBe('/content/new?copy=item1'));
    await findField('Name');
    await waitFor(() => expect(field('Name')).toHaveValue('Gazetka (copy)'));
    await findByText(/^This is a copy\./);
    const shown = () => ['Publication start', 'Publication end', 'Validity start'].map((label) => (field(label) as HTMLInputElement).value);
    await findByText('Start and end are 7 days later than in the original; the duration is the same.');
    expect(shown()).toEqual(['2025-01-08 01:00', '2087-06-08 12:00', '2026-01-08 01:00']);
    await user.click(await findByRole('button', { name: 'Undo dates' }));
    await waitFor(() => expect(shown()).toEqual(['', '', '2026-01-01 01:00']));
    await findByText(/^The publication dates are empty\. The button puts start and end 7 days later than in the original/);
    // A date that a person typed stays.
    fill(field('Publication start'), '2025-02-02 08:00');
    await user.click(await findByRole('button', { name: "Original's dates + 7 days" }));
    await waitFor(() => expect(shown()).toEqual(['2025-02-02 08:00', '2087-06-08 12:00', '2026-01-08 01:00']));
    await waitFor(() => expect(button('Save')).toBeEnabled());
    await user.click(button('Save'));
    await waitFor(() => expect(address()).toBe('/content'));
    expect(api.requestsOf(create).map(({ body }) => body)).toMatchObject([
      { name: 'Gazetka (copy)', pinned: true, publicationEnd: '2087-06-08T10:00:00.000Z' },
    ]);
  },
);

test.each([
  [
    'pl',
    { publicationStart: '2085-11-30T23:00:00.000Z', publicationEnd: '2085-12-07T22:59:00.000Z' },
    'Kopia: publikacja sob., 8 gru 2085 – pt., 14 gru 2085; ważność sob., 8 gru 2085 – pt., 21 gru 2085.',
    'Kopia: ważność sob., 1 gru 2085 – pt., 14 gru 2085.',
  ],
  [
    'pl',
    { publicationStart: null, publicationEnd: '2085-12-07T22:59:00.000Z' },
    'Kopia: publikacja do pt., 14 gru 2085; ważność sob., 8 gru 2085 – pt., 21 gru 2085.',
    'Kopia: ważność sob., 1 gru 2085 – pt., 14 gru 2085.',
  ],
  [
    'en',
    { publicationStart: '2085-11-30T23:00:00.000Z', publicationEnd: '2085-12-14T23:00:00.000Z' },
    'Copy: publication and validity Sat, 8 Dec 2085 – Fri, 21 Dec 2085.',
    'Copy: validity Sat, 1 Dec 2085 – Fri, 14 Dec 2085.',
  ],
] as const)(
  'names the days that a copy begins with, moved and as they were: %s, %o',
  { tags: ['EDIT-01', 'E-64'] },
  async (language, publication, moved, taken) => {
    const validity = { validityStart: '2085-11-30T23:00:00.000Z', validityEnd: '2085-12-14T22:59:00.000Z' };
    const { findByText, findByRole, findField, fill, user } = await openScreen('/content/new?copy=item1', {
      language,
      answers: [...served, answer(details, item({ ...publication, ...validity }))],
    });
    await findByText(moved);
    await user.click(await findByRole('button', { name: language === 'pl' ? 'Cofnij daty' : 'Undo dates' }));
    await findByText(taken);
    // The banner follows what is typed.
    fill(await findField(language === 'pl' ? 'Ważne do' : 'Validity end'), '2085-12-20 23:59');
    await findByText(taken.replace(/(pt\., |Fri, )14/, language === 'pl' ? 'czw., 20' : 'Thu, 20'));
  },
);

test(
  'reports a slow save after five seconds and an unknown outcome after half a minute, and can try again',
  { tags: ['ux-22', 'A-104'] },
  async () => {
    const kept = savedItem({ title: 'Przed' });
    const { field, fill, save, user, api, address, findByText, findByRole, queryByText } = await openEditor('/content/item1', [
      ...kept.answers,
      answer(change, () => new Promise(() => {})),
    ]);
    await waitFor(() => expect(field('Title')).toHaveValue('Przed'));
    fill(field('Title'), 'Po');
    await waitFor(() => expect(save()).toBeEnabled());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.click(save());
    await waitFor(() => expect(api.requestsOf(change)).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await findByText('This is taking longer than usual …');
    await act(() => vi.advanceTimersByTimeAsync(26_000));
    expect(await findByRole('alert')).toHaveTextContent('It may or may not have been saved. Trying again is safe');
    expect(queryByText('This is taking longer than usual …')).toBeNull();
    expect(field('Title')).toHaveValue('Po');
    for (const one of kept.answers) api.change(one);
    await user.click(await findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toBe('/content'));
    expect(kept.stored()).toMatchObject({ title: 'Po' });
  },
);

/** Sundays far ahead, on which one of two stores is closed. */
const [sunday, saturday, monday] = ['2083-11-07', '2083-11-06', '2083-11-08'];
const closedOnSunday = answer(tradingDayRoutes.opening, ({ body }) => ({
  stores: 2,
  days: (body as { days: { day: string; edge: 'start' | 'end' }[] }).days.map(({ day, edge }) => {
    const isClosed = day === sunday;
    const named = isClosed ? [{ _id: 'store101', name: 'Zamknięty w niedziele', storeNo: 101 }] : [];
    return { day, edge, closed: named.length, named, nearest: isClosed ? (edge === 'start' ? monday : saturday) : null };
  }),
}));

test(
  'warns when stores of the audience are closed on a day without blocking Save, and can move it to the nearest open day',
  { tags: ['TRADE-04'] },
  async () => {
    const stored = item({
      publicationStart: `${sunday}T05:00:00.000Z`,
      publicationEnd: '2083-11-09T11:00:00.000Z',
      validityStart: `${monday}T05:00:00.000Z`,
      validityEnd: `${monday}T11:00:00.000Z`,
    });
    const { findByTestId, findByText, field, fill, user, button, save } = await openEditor('/content/item1', [
      answer(details, stored),
      closedOnSunday,
    ]);
    const warning = await findByTestId('closed-days');
    await findByText('Publication start: on Sunday, 7 November 2083, 1 of 2 stores is closed.');
    expect(warning).toHaveTextContent('101 Zamknięty w niedziele');
    await user.click(button('Move to Monday, 8 November 2083'));
    expect(field('Publication start')).toHaveValue(`${monday} 06:00`);
    await waitFor(() => expect(warning).not.toHaveTextContent('Publication start'));
    await waitFor(() => expect(save()).toBeEnabled());

    // For an end, the day before is proposed, at the same minute.
    fill(field('Publication end'), `${sunday} 23:59`);
    fill(field('Publication start'), `${saturday} 06:00`);
    await waitFor(() => expect(warning).toHaveTextContent('Publication end: on Sunday'));
    await user.click(button('Move to Saturday, 6 November 2083'));
    expect(field('Publication end')).toHaveValue(`${saturday} 23:59`);
    await waitFor(() => expect(warning).toBeEmptyDOMElement());
  },
);

test('stops warning about a day that has ended at midnight while the page was open', { tags: ['TRADE-04'] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(`${sunday}T22:30:00.000Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const stored = item({
    publicationStart: `${sunday}T05:00:00.000Z`,
    publicationEnd: '2083-11-09T11:00:00.000Z',
    validityStart: null,
    validityEnd: null,
  });
  const { findByTestId } = await openEditor('/content/item1', [answer(details, stored), closedOnSunday]);
  const warning = await findByTestId('closed-days');
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(warning).toHaveTextContent('Publication start: on Sunday'));
  await vi.advanceTimersByTimeAsync(40 * 60_000);
  await waitFor(() => expect(warning).toBeEmptyDOMElement());
});
