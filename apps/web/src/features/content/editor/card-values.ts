import { hasField, pageTexts, type PhoneChoice, type PhonePicture, phonePictures } from '@endcap/contract/content';
import { type ContentForm, typeOf } from './content-form.ts';

/** Which pictures and choices that phones get are to be seen here; one that is missing does not compile. */
const places: Readonly<Record<PhonePicture, 'top' | 'notShown'> & Record<PhoneChoice, 'tab' | 'notShown'>> = {
  prevImage: 'top',
  progressBarEBonLvl1Image: 'notShown',
  progressBarEBonLvl2Image: 'notShown',
  progressBarEBonLvl3Image: 'notShown',
  contentType: 'tab',
  navigationTab: 'tab',
  navigationType: 'notShown',
  tab: 'tab',
  discountValueType: 'notShown',
  discountType: 'notShown',
};
export const cardPictures = phonePictures.filter((field) => places[field] === 'top');

/** Fields that the card and the page show. */
export const cardFields = [
  'title',
  'disabled',
  'contentType',
  'tab',
  'navigationTab',
  'description',
  ...cardPictures,
  ...pageTexts,
] as const;
export type CardForm = Pick<ContentForm, (typeof cardFields)[number]>;

/** The texts of the card and of the page, in their order; one that the type has not is saved empty. */
export const textsOf = (form: CardForm, view: 'card' | 'page'): { name: string; source: string }[] =>
  (view === 'card' ? (['description'] as const) : pageTexts)
    .filter((field) => form[field] && hasField(typeOf(form), field))
    .map((field) => ({ name: field, source: form[field] }));
