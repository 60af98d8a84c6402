import { contentWords } from '@endcap/contract/content';
import { useBrand } from '../../../lib/brand.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { AppScreen, GreyCard } from '../../../ui/phone/app-screen.tsx';
import { Phone } from '../../../ui/phone/phone.tsx';
import { PopupBox } from '../../../ui/phone/popup-box.tsx';
import { popupMessages } from '../popup.messages.ts';

/** A popup over the app, as customers see it. */
export const PopupPhone = ({ text }: { text: string }) => {
  const words = useMessages(popupMessages);
  const app = useBrand();
  const { tabs } = contentWords[useLanguage()];
  const isSilent = text.trim() === '';
  return (
    <Phone label={words.preview} caption={isSilent ? words.silent : words.approximate}>
      <AppScreen app={app} tabs={Object.values(tabs)} current={tabs.start}>
        <GreyCard />
        <GreyCard />
        <GreyCard />
        {!isSilent && <PopupBox text={text} />}
      </AppScreen>
    </Phone>
  );
};
