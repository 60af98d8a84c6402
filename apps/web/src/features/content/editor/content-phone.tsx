import { appTabOf } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { useMemo, useState } from 'react';
import { useFields, usePart } from '../../../form/form-store.ts';
import { useBrand } from '../../../lib/brand.ts';
import { useMessages } from '../../../lib/language.tsx';
import { AppScreen, GreyCard } from '../../../ui/phone/app-screen.tsx';
import { ContentCard, OpenedPage } from '../../../ui/phone/content-card.tsx';
import { Phone } from '../../../ui/phone/phone.tsx';
import { PhoneSwitch } from '../../../ui/phone/phone-switch.tsx';
import { contentMessages } from '../content.messages.ts';
import { cardFields, type CardForm, cardPictures, textsOf } from './card-values.ts';
import { type ContentEditor, typeOf } from './content-form.ts';

type View = 'card' | 'page';

/** The texts and pictures of the form that the phone shows. */
const itemOf = (form: CardForm, view: View) => ({
  // The name is for the editors alone.
  title: form.title.trim(),
  disabled: form.disabled,
  images: cardPictures.flatMap((field) => (form[field] && fileUrl(form[field], '', 640)) || []),
  texts: textsOf(form, view),
});
const isEmpty = ({ title, images, texts }: ReturnType<typeof itemOf>): boolean => !title && images.length === 0 && texts.length === 0;

/** The part of the phone that is drawn with each letter. */
const Item = ({ editor, view }: { editor: ContentEditor; view: View }) => {
  const item = itemOf(useFields(editor, cardFields), view);
  return view === 'page' ? <OpenedPage {...item} /> : <ContentCard {...item} />;
};

/** The item as a customer sees it: its card in its tab of the app, and its opened page. */
export const ContentPhone = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(contentMessages);
  const app = useBrand();
  const [view, setView] = useState<View>('card');
  const views = useMemo(() => ({ card: words.card, page: words.page }), [words]);
  const tab = usePart(editor, cardFields, (form) => appTabOf({ ...form, contentType: typeOf(form) }));
  const nothing = usePart(editor, cardFields, (form) => isEmpty(itemOf(form, view)));
  return (
    <Phone
      label={words.preview}
      caption={nothing ? words.nothingYet : words.approximate}
      switches={<PhoneSwitch label={words.preview} choices={views} value={view} onChange={setView} />}
    >
      {view === 'page' ? (
        <Item editor={editor} view={view} />
      ) : (
        <AppScreen app={app} tabs={Object.values(words.tabs)} current={words.tabs[tab]}>
          <GreyCard />
          <Item editor={editor} view={view} />
          <GreyCard />
        </AppScreen>
      )}
    </Phone>
  );
};
