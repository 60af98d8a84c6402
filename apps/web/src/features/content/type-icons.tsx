import type { ContentType } from '@endcap/contract/content';
import {
  IconBrandYoutube,
  IconCompass,
  IconCoin,
  IconDiscount,
  IconFileText,
  IconNews,
  IconPhoto,
  IconProgress,
  IconStar,
  IconTicket,
  IconDiamond,
  type Icon,
} from '@tabler/icons-react';

/** One icon for each type; a type without one does not compile. */
export const typeIcons: Record<ContentType, Icon> = {
  leaflet: IconNews,
  promoCode: IconDiscount,
  oneTimePromoCode: IconTicket,
  premiumPromoCode: IconDiamond,
  banner: IconPhoto,
  youtube: IconBrandYoutube,
  regulation: IconFileText,
  navigation: IconCompass,
  progressBar: IconProgress,
  interPunktyPromo: IconStar,
  interKupon: IconCoin,
};
