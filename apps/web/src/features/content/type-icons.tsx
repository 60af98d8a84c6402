import type { ContentType } from '@endcap/contract/content';
import { type ComponentProps, createElement } from 'react';
import { withOther } from '../../lib/with-other.ts';
import { IconNews } from '../../ui/icons/frame-icons.ts';
import type { Icon } from '../../ui/icons/icon.tsx';
import { IconFileText, IconPhoto } from '../../ui/icons/screen-icons.ts';
import {
  IconBrandYoutube,
  IconCoin,
  IconCompass,
  IconDiamond,
  IconDiscount,
  IconProgress,
  IconStar,
  IconTicket,
} from '../../ui/icons/type-icons.ts';

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

/** The icon of an item's type. */
export const TypeIcon = ({ type, ...props }: ComponentProps<Icon> & { type: ContentType }) =>
  createElement(withOther(typeIcons, type, IconFileText), props);
