import { type ContentType, DEFAULT_TAB, type Tab, tabs } from './content-types.ts';

/** Where the app puts the types that name no tab themselves. */
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

type Placed = { contentType: ContentType; tab: string; navigationTab: string };

/** The tab of the app in which an item is a card. */
export const appTabOf = ({ contentType, tab, navigationTab }: Placed): Tab => {
  const named = contentType === 'banner' ? tab : contentType === 'navigation' ? navigationTab : homeTabs[contentType];
  return tabs.find((one) => one === named) ?? DEFAULT_TAB;
};

type Fed = { contentType: ContentType; tab: string | null; navigationTab: string | null };

/** Whether the app shows what the feed of a tab has there as a card: on the start everything, elsewhere what is at home there. */
export const isCardOf = ({ contentType, tab: its, navigationTab }: Fed, tab: Tab): boolean =>
  tab === 'start' || appTabOf({ contentType, tab: its ?? '', navigationTab: navigationTab ?? '' }) === tab;

/** What of the feed of a tab the app shows there as cards. */
export const cardsOf = <Item extends Fed>(items: readonly Item[], tab: Tab): Item[] => items.filter((item) => isCardOf(item, tab));
