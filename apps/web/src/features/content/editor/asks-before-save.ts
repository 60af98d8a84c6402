import { windowState } from '@endcap/contract/audience';
import { type Content, type ContentType, requiresField } from '@endcap/contract/content';
import type { SaveQuestion } from '../../../frames/editor-spec.ts';
import { catalogue, type Language } from '../../../lib/language.tsx';
import { aimedOf, type ContentForm, typeOf } from './content-form.ts';

const askMessages = catalogue(
  {
    title: 'Opublikować od razu u wszystkich, bez daty końca?',
    text: 'Po zapisaniu zobaczą to od razu wszyscy klienci wszystkich sklepów. Zniknie dopiero, gdy ktoś zakończy publikację.',
    confirm: 'Opublikuj',
  },
  {
    title: 'Publish to everybody now, with no end date?',
    text: 'All customers of all stores will see it as soon as it is saved. It stays until somebody ends its publication.',
    confirm: 'Publish',
  },
);

type Aim = ReturnType<typeof aimedOf>;
/** True for an item that everybody sees now, for good. */
const isOpenForAll = (item: Pick<Aim, keyof Aim & keyof Content>): boolean =>
  item.publicationEnd === null &&
  windowState(item, Date.now()) === 'open' &&
  item.includeStoreType === 'all' &&
  [item.excludeStores, item.excludeStoreGroups, item.segments].every((list) => list.length === 0);

/** Navigation has no dates by nature; of all other types an end that is missing may be a slip. */
const usuallyEnds = (type: ContentType): boolean => requiresField(type, 'validityEnd');

/** Asks before a save that shows an item to everybody at once and without an end, unless it is stored like that already (E-64). */
export const asksBeforeSave = (form: ContentForm, stored: Content | null, language: Language): SaveQuestion | null =>
  usuallyEnds(typeOf(form)) && isOpenForAll(aimedOf(form)) && !(stored && isOpenForAll(stored)) ? askMessages[language] : null;
