import { hasField, pageTexts, type PhoneChoice, type PhonePicture, phonePictures } from '@endcap/contract/content';
import { type ContentForm, typeOf } from './content-form.ts';

/** Location of each picture and choice in the preview. A missing entry does not compile. */
const locations: Readonly<Record<PhonePicture, 'top' | 'notShown'> & Record<PhoneChoice, 'tab' | 'notShown'>> = {
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
export const cardPictures = phonePictures.filter((field) => locations[field] === 'top');

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

/** The texts of the card or the page, in order. Texts that the type does not have are saved empty. */
export const textsOf = (form: CardForm, view: 'card' | 'page'): { name: string; source: string }[] =>
  (view === 'card' ? (['description'] as const) : pageTexts)
    .filter((field) => form[field] && hasField(typeOf(form), field))
    .map((field) => ({ name: field, source: form[field] }));
