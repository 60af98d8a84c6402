import { catalogue } from '../../../lib/language.tsx';

/** Of a plan that was made, and the question before one: among the details, and in dialogs. */
export const planMessages = catalogue(
  {
    confirmTitle: 'Zaplanować wysyłkę?',
    confirmText: (moment: string) => `Wysyłka zacznie się ${moment}. Do tego czasu plan można zmienić, przesunąć lub anulować.`,
    notAPlan: 'To powiadomienie już się zaczęło albo zostało anulowane, więc planu nie można zmienić.',
    seeDetails: 'Zobacz szczegóły',
    noticeTitle: (moment: string, left: string) => `Zaplanowano: ${moment}, ${left}`,
    notice: 'Odbiorców ustalamy w chwili startu. Do tego czasu nikt tego powiadomienia nie widzi.',
    wouldReach: (count: string) => `Gdyby wysyłka zaczęła się teraz: ${count}.`,
    overdueTitle: (moment: string) => `Nie wysłano w terminie: ${moment}`,
    overdue: {
      late: 'Endcap nie pracował w chwili startu i minęły już ponad dwie godziny, więc nie wysyła bez pytania. Wyślij teraz, przesuń albo anuluj.',
      restored:
        'Baza danych została odtworzona z kopii, więc Endcap nie wie, czy to powiadomienie nie zostało już wysłane. Wyślij teraz, przesuń albo anuluj.',
      quietHours:
        'Godziny ciszy zmieniono po zaplanowaniu, a o tej porze Endcap nie wysyła bez pytania. Przesuń, wyślij poza tymi godzinami albo anuluj.',
      quota: 'Na ten dzień przypada już inne powiadomienie, a dozwolone jest jedno dziennie. Przesuń na inny dzień albo anuluj.',
      rights:
        'Osoba, która zaplanowała to powiadomienie, nie ma już prawa wysyłać do tych odbiorców. Sprawdź treść, a potem wyślij, przesuń albo anuluj.',
    },
    overdueOther: 'Wczytaj stronę ponownie, aby zobaczyć przyczynę.',
    approvedLate: 'Zatwierdzono je ponad dwie godziny po terminie, więc Endcap nie wysyła bez pytania. Wyślij teraz, przesuń albo anuluj.',
    quietTitle: (moment: string) => `Zaplanowano w godzinach ciszy: ${moment}`,
    edit: 'Zmień',
    move: 'Przesuń',
    moveTitle: 'Przesunąć na inny termin?',
    moveConfirm: 'Przesuń',
    moveTo: (moment: string) => `Przesuń na ${moment}`,
    approvedForNow: 'Zatwierdzono obecny termin. Inny trzeba zatwierdzić ponownie, jeśli zatwierdzanie jest nadal włączone.',
    moveFailed: 'Nie udało się przesunąć. Spróbuj ponownie.',
  },
  {
    confirmTitle: 'Plan this send?',
    confirmText: (moment) => `Sending starts ${moment}. Until then the plan can be changed, moved or cancelled.`,
    notAPlan: 'This notification has started or was cancelled, so its plan cannot be changed.',
    seeDetails: 'See details',
    noticeTitle: (moment, left) => `Planned: ${moment}, ${left}`,
    notice: 'Recipients are found when it starts. Until then nobody sees this notification.',
    wouldReach: (count) => `If sending started now: ${count}.`,
    overdueTitle: (moment) => `Not sent in time: ${moment}`,
    overdue: {
      late: 'Endcap was not running at the start time, and more than two hours have passed, so it does not send without asking. Send now, move or cancel.',
      restored:
        'The database was restored from a copy, so Endcap does not know whether this notification has been sent already. Send now, move or cancel.',
      quietHours:
        'The quiet hours were changed after it was planned, and at that time Endcap does not send without asking. Move it, send it outside of these hours, or cancel it.',
      quota: 'This day has another notification, and only one per day is allowed. Move it to another day or cancel it.',
      rights:
        'The person who planned this notification may no longer send to these recipients. Check the text, then send it, move it or cancel it.',
    },
    overdueOther: 'Reload the page to see why.',
    approvedLate: 'It was approved more than two hours after its time, so Endcap does not send without asking. Send now, move or cancel.',
    quietTitle: (moment) => `Planned in quiet hours: ${moment}`,
    edit: 'Change',
    move: 'Move',
    moveTitle: 'Move it to another time?',
    moveConfirm: 'Move',
    moveTo: (moment) => `Move to ${moment}`,
    approvedForNow: 'The current time was approved. A new one has to be approved again if approval is still switched on.',
    moveFailed: 'It could not be moved. Try again.',
  },
);
