import { type ContentType, DEFAULT_TAB, type Tab, tabs } from './content-types.ts';

/** Tabs of the content types that do not name one themselves. */
export const homeTabs: Record<Exclude<ContentType, 'banner' | 'navigation'>, Tab> = {
  leaflet: 'flyers',
  youtube: 'actions',
  regulation: 'actions',
  promoCode: 'coupons',
  oneTimePromoCode: 'coupons',
  premiumPromoCode: 'coupons',
  interKupon: 'coupons',
  progressBar: 'loyalty',
  interPunktyPromo: 'loyalty',
};

type CardFields = { contentType: ContentType; tab: string; navigationTab: string };

/** The tab of the app in which an item is a card. */
export const appTabOf = ({ contentType, tab, navigationTab }: CardFields): Tab => {
  const named = contentType === 'banner' ? tab : contentType === 'navigation' ? navigationTab : homeTabs[contentType];
  return tabs.find((one) => one === named) ?? DEFAULT_TAB;
};

type Fed = { contentType: ContentType; tab: string | null; navigationTab: string | null };

/** Returns whether a tab shows an item of its feed as a card: the start shows all items, other tabs only their own. */
export const isCardOf = ({ contentType, tab: its, navigationTab }: Fed, tab: Tab): boolean =>
  tab === 'start' || appTabOf({ contentType, tab: its ?? '', navigationTab: navigationTab ?? '' }) === tab;

/** Returns the items in a tab's feed that the app shows there as cards. */
export const cardsOf = <Item extends Fed>(items: readonly Item[], tab: Tab): Item[] => items.filter((item) => isCardOf(item, tab));
