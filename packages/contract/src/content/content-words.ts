import type { StoreType } from '../audience/index.ts';
import type { DecidingReason } from './availability.ts';
import type { ContentType, Tab } from './content-types.ts';

type Words = {
  types: Record<ContentType, string>;
  tabs: Record<Tab, string>;
  storeTypes: Record<StoreType, string>;
  reasons: Record<DecidingReason, string>;
  deletedGroup: (name: string) => string;
};

const storeTypes = { contact: 'Contact', super: 'Super', generalist: 'Generalist' };

/** Labels shared by the page, the printed availability view and the app. */
export const contentWords: Record<'pl' | 'en', Words> = {
  pl: {
    types: {
      leaflet: 'Gazetka',
      promoCode: 'Kod promocyjny',
      oneTimePromoCode: 'Kod jednorazowy',
      premiumPromoCode: 'Kod premium',
      banner: 'Baner',
      youtube: 'YouTube',
      regulation: 'Regulamin',
      navigation: 'Nawigacja',
      progressBar: 'Pasek postępu',
      interPunktyPromo: 'Oferta InterPunkty',
      interKupon: 'InterKupon',
    },
    tabs: { start: 'Start', flyers: 'Gazetki', actions: 'Akcje', coupons: 'Kupony', loyalty: 'Lojalność' },
    storeTypes,
    reasons: {
      notYet: 'jeszcze nieopublikowane',
      over: 'publikacja zakończona',
      excluded: 'sklep wykluczony',
      groupExcluded: 'wykluczona grupa',
      everyStore: 'wszystkie sklepy',
      type: 'typ sklepu',
      included: 'sklep wybrany',
      groupIncluded: 'wybrana grupa',
      notChosen: 'nie wybrano tego sklepu',
    },
    deletedGroup: (name) => `${name} (usunięta)`,
  },
  en: {
    types: {
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
    },
    tabs: { start: 'Start', flyers: 'Flyers', actions: 'Actions', coupons: 'Coupons', loyalty: 'Loyalty' },
    storeTypes,
    reasons: {
      notYet: 'not published yet',
      over: 'publication is over',
      excluded: 'store excluded',
      groupExcluded: 'group excluded',
      everyStore: 'every store',
      type: 'store type',
      included: 'store chosen',
      groupIncluded: 'group chosen',
      notChosen: 'store not chosen',
    },
    deletedGroup: (name) => `${name} (deleted)`,
  },
};

/** Returns the identifier of a type in the specification and the API; null if it adds nothing to the English name. */
export const typeIdentifier = (type: ContentType): string | null => {
  const identifier = `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
  return /\p{Ll}\p{Lu}/u.test(identifier) && identifier !== contentWords.en.types[type] ? identifier : null;
};

/** Why a store sees an item or not, with the names of the groups that decide. */
export const reasonWords = (
  language: keyof typeof contentWords,
  reason: DecidingReason,
  { groups, formerGroups }: { groups: readonly string[]; formerGroups: readonly string[] },
): string => {
  const { reasons, deletedGroup } = contentWords[language];
  const names = [...groups, ...formerGroups.map(deletedGroup)];
  return [reasons[reason], ...(names.length > 0 ? [names.join(', ')] : [])].join(': ');
};
