import { appTabOf } from '@endcap/contract/content';
import { fileUrl } from '@endcap/contract/files';
import { useMemo, useState } from 'react';
import { useBrand } from '../../../lib/brand.ts';
import { useMessages } from '../../../lib/language.tsx';
import { AppScreen, GreyCard } from '../../../ui/phone/app-screen.tsx';
import { ContentCard, OpenedPage } from '../../../ui/phone/content-card.tsx';
import { Phone } from '../../../ui/phone/phone.tsx';
import { PhoneSwitch } from '../../../ui/phone/phone-switch.tsx';
import { contentMessages } from '../content.messages.ts';
import { cardPictures, textsOf } from './card-values.ts';
import { type ContentForm, typeOf } from './content-form.ts';

/** The item as a customer sees it: its card in its tab of the app, and its opened page. */
export const ContentPhone = ({ form }: { form: ContentForm }) => {
  const words = useMessages(contentMessages);
  const app = useBrand();
  const [view, setView] = useState<'card' | 'page'>('card');
  const views = useMemo(() => ({ card: words.card, page: words.page }), [words]);
  const item = {
    // The name is for the editors alone.
    title: form.title.trim(),
    disabled: form.disabled,
    images: cardPictures.flatMap((field) => (form[field] && fileUrl(form[field], '', 640)) || []),
    texts: textsOf(form, view),
  };
  const isEmpty = !item.title && item.images.length === 0 && item.texts.length === 0;
  return (
    <Phone
      label={words.preview}
      caption={isEmpty ? words.nothingYet : words.approximate}
      switches={<PhoneSwitch label={words.preview} choices={views} value={view} onChange={setView} />}
    >
      {view === 'page' ? (
        <OpenedPage {...item} />
      ) : (
        <AppScreen app={app} tabs={Object.values(words.tabs)} current={words.tabs[appTabOf({ ...form, contentType: typeOf(form) })]}>
          <GreyCard />
          <ContentCard {...item} />
          <GreyCard />
        </AppScreen>
      )}
    </Phone>
  );
};
