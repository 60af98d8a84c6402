import { catalogue } from '../../../lib/language.tsx';

/** Texts of the send form where another administrator has to approve (CARE-04). */
export const askMessages = catalogue(
  {
    ask: 'Poproś o zatwierdzenie',
    now: 'Wysyłka poczeka, aż zatwierdzi ją inny administrator.',
    later: 'Wysyłka ruszy o podanej porze, jeśli do tego czasu zatwierdzi ją inny administrator.',
    confirmTitle: 'Poprosić o zatwierdzenie?',
    confirmNow: 'Wysyłka zacznie się, gdy zatwierdzi ją inny administrator. Do tego czasu można ją zmienić albo z niej zrezygnować.',
    confirmLater: (moment: string) =>
      `Wysyłka zacznie się ${moment}, jeśli zatwierdzi ją inny administrator. Do tego czasu można ją zmienić albo z niej zrezygnować.`,
    askedBefore: (title: string, time: string) => `Powiadomienie „${title}” (${time}) czeka na zatwierdzenie.`,
  },
  {
    ask: 'Ask for approval',
    now: 'It will wait until another administrator approves it.',
    later: 'It starts at that time if another administrator has approved it by then.',
    confirmTitle: 'Ask for approval?',
    confirmNow: 'Sending starts when another administrator approves it. Until then it can be changed or withdrawn.',
    confirmLater: (moment) => `Sending starts ${moment} if another administrator approves it. Until then it can be changed or withdrawn.`,
    askedBefore: (title, time) => `The notification “${title}” (${time}) is waiting for approval.`,
  },
);
