import { type ContentType, pageTexts, type Tab, contentWords } from '@endcap/contract/content';

/** The app's tabs of content, and where it puts the types that name no tab themselves. */
const tabs: Record<Tab, string> = { start: 'Start', flyers: 'Gazetki', actions: 'Akcje', coupons: 'Kupony', loyalty: 'Lojalność' };
const homes: Record<Exclude<ContentType, 'banner' | 'navigation'>, Tab> = {
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

/** What the page of the phone cannot take from the contract itself. */
export const appLayout = { tabs, homes, texts: pageTexts, types: contentWords.pl.types };
