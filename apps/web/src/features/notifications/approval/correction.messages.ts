import { catalogue, plural } from '../../../lib/language.tsx';

/** A correction that another administrator is asked for, or declined (E-03). */
export const correctionMessages = catalogue(
  {
    waits: 'Poprawka czeka na zatwierdzenie',
    asked: (person: string, time: string) => `O zatwierdzenie poprawki prosi: ${person}, ${time}. Do tego czasu zostaje obecna treść.`,
    reaches: (n: number, shown: string) =>
      `Po zatwierdzeniu nowa treść zastąpi obecną bez dźwięku, na ${shown} ${plural('pl', n, { one: 'urządzeniu', few: 'urządzeniach', many: 'urządzeniach', other: 'urządzenia' })} według stanu z chwili prośby.`,
    mayNot: {
      own: 'Własnej poprawki nie można zatwierdzić: zrobi to inny administrator.',
      staff: 'Zatwierdza administrator.',
    },
    title: 'Nowy tytuł',
    withoutLink: 'Poprawka usuwa adres docelowy.',
    withoutImage: 'Poprawka usuwa obraz.',
    approve: 'Zatwierdź poprawkę',
    decline: 'Odrzuć poprawkę',
    withdraw: 'Zrezygnuj z poprawki',
    approveTitle: 'Zatwierdzić poprawkę?',
    approveText: 'Nowa treść zastąpi obecną na telefonach, bez dźwięku, i od razu w skrzynce aplikacji.',
    declineTitle: 'Odrzucić poprawkę?',
    declineText: 'Na telefonach zostanie obecna treść.',
    declined: (person: string, time: string) => `Poprawkę odrzucono: ${person}, ${time}`,
  },
  {
    waits: 'A correction is waiting for approval',
    asked: (person, time) => `${person} asked for approval of a correction, ${time}. Until then the current text stays.`,
    reaches: (n, shown) =>
      `Once approved, the new text replaces the current one without a sound, on ${shown} ${plural('en', n, { one: 'device', other: 'devices' })} as counted when it was asked for.`,
    mayNot: {
      own: 'You cannot approve your own correction: another administrator has to.',
      staff: 'An administrator approves it.',
    },
    title: 'New title',
    withoutLink: 'The correction removes the address.',
    withoutImage: 'The correction removes the image.',
    approve: 'Approve the correction',
    decline: 'Decline the correction',
    withdraw: 'Withdraw the correction',
    approveTitle: 'Approve the correction?',
    approveText: "The new text replaces the current one on phones, without a sound, and at once in the app's inbox.",
    declineTitle: 'Decline the correction?',
    declineText: 'Phones keep the current text.',
    declined: (person, time) => `Correction declined: ${person}, ${time}`,
  },
);
