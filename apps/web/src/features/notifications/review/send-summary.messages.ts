import { catalogue } from '../../../lib/language.tsx';

/** The summary of a send in the questions before it goes out. */
export const sendSummaryMessages = catalogue(
  {
    text: 'Treść',
    image: 'Obraz',
    imageAlt: 'Obraz powiadomienia',
    countedNow: (count: string) => `obecnie ${count}`,
    countedWhenAsked: (count: string) => `${count} według stanu z chwili prośby`,
    afterApproval: 'Zaraz po zatwierdzeniu',
  },
  {
    text: 'Text',
    image: 'Image',
    imageAlt: 'The image of the notification',
    countedNow: (count) => `currently ${count}`,
    countedWhenAsked: (count) => `${count}, as counted when approval was asked for`,
    afterApproval: 'As soon as it is approved',
  },
);
