/** §3, wire values. A twelfth type is one word here; the compiler lists the tables that must say something about it. */
export const contentTypes = [
  'leaflet',
  'promoCode',
  'oneTimePromoCode',
  'premiumPromoCode',
  'banner',
  'youtube',
  'regulation',
  'navigation',
  'progressBar',
  'interPunktyPromo',
  'interKupon',
] as const;
export type ContentType = (typeof contentTypes)[number];
/** §9 */
export const DEFAULT_CONTENT_TYPE: ContentType = 'leaflet';

export const tabs = ['start', 'flyers', 'actions', 'coupons', 'loyalty'] as const;
export type Tab = (typeof tabs)[number];
/** the tab of a new banner. */
export const DEFAULT_TAB: Tab = 'start';
/** which list a navigation element opens. */
export const navigationTypes = ['current', 'future', 'oneTimePromoCodes', 'interPunktyCoupons'] as const;
export const discountValueTypes = ['cash', 'percentage'] as const;
/** 1 Central, 2 Local. */
export const discountTypes = [1, 2] as const;

/** §2: the ten panels of the editor, in their order. */
const panels = [
  'main',
  'descriptions',
  'visibility',
  'segments',
  'threshold',
  'discount',
  'regulations',
  'texts',
  'products',
  'publishing',
] as const;
export type Panel = (typeof panels)[number];
