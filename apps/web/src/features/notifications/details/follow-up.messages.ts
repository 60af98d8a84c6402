import { catalogue, plural } from '../../../lib/language.tsx';

const devicesPl = (n: number, shown: string): string =>
  `${shown} ${plural('pl', n, { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' })}`;
const devicesEn = (n: number, shown: string): string => `${shown} ${plural('en', n, { one: 'device', other: 'devices' })}`;

const phonesPl = (n: number): string =>
  plural('pl', n, { one: 'telefon może', few: 'telefony mogą', many: 'telefonów może', other: 'telefonu może' });
const phonesEn = (n: number): string => plural('en', n, { one: 'phone', other: 'phones' });

/** Texts of recalls and corrections of a sent message, and of their progress. */
export const followUpMessages = catalogue(
  {
    actions: 'Na telefonach',
    waysToEnd: {
      cancel: 'Anuluj wysyłkę: nikt więcej go nie dostanie, ale na telefonach, które już je mają, zostanie.',
      takeBack: 'Wycofaj: zniknie też z tych telefonów.',
    },
    takeBack: {
      button: 'Wycofaj',
      title: 'Wycofać powiadomienie?',
      stops: (remaining: string) => `Wysyłka zostanie przerwana: pozostałe urządzenia (${remaining}) go nie dostaną.`,
      reached: (shown: string) => `Urządzenia, które już je mają: ${shown}. Polecenie wycofania trafi do nich od razu:`,
      android: 'Android i Huawei: aplikacja usuwa powiadomienie z ekranu.',
      ios: 'iPhone: w jego miejsce pojawi się bez dźwięku neutralny tekst. Usunąć może go tylko aplikacja, gdy system ją obudzi.',
      limits: 'Kto już je przeczytał, ten je zna. Telefon bez zasięgu dostanie polecenie, gdy znów będzie w sieci (do 7 dni).',
      inbox: 'Ze skrzynki w aplikacji zniknie od razu. Dzienny limit się nie zmieni. Wycofania nie można cofnąć.',
      confirm: 'Wycofaj powiadomienie',
      keep: 'Nie wycofuj',
    },
    correct: {
      button: 'Popraw',
      title: 'Popraw wysłane powiadomienie',
      what: (n: number, shown: string) =>
        `Nowa treść zastąpi poprzednią bez dźwięku (${devicesPl(n, shown)}) i od razu w skrzynce aplikacji.`,
      stillSending: 'Kto jeszcze nie dostał powiadomienia, dostanie je już poprawione.',
      willWait: 'Obecną treść zatwierdził inny administrator, więc poprawkę też musi zatwierdzić. Do tego czasu zostaje obecna treść.',
      ask: 'Poproś o zatwierdzenie poprawki',
      limits:
        'Na iPhonie zamienia ją system, na Androidzie aplikacja, o ile powiadomienie jest nadal na ekranie. Dzienny limit się nie zmieni; historia zachowa obie wersje.',
      confirm: 'Wyślij poprawkę',
      imageToo: (was: string, is: string) =>
        `W tekście zmienia się ${was} na ${is}. Czy obrazek pokazuje starą liczbę? Jeśli tak, podmień go.`,
      unchanged: 'Zmień coś, aby wysłać poprawkę.',
      overtaken: 'W międzyczasie ktoś zmienił to powiadomienie. Zamknij okno, sprawdź i popraw ponownie.',
    },
    refused: {
      never_sent: 'Żaden telefon nie ma tego powiadomienia.',
      outcomes_ended: 'Minęło zbyt wiele czasu: nie wiadomo już, które telefony je mają.',
      is_test: 'Testu nie można poprawić: wyślij następny.',
      validity_over: 'Minęła data ważności.',
      taken_back: 'Powiadomienie już wycofano.',
      nothing_changed: 'Nic się nie zmieniło.',
    } as Record<string, string>,
    failed: 'Nie udało się. Spróbuj ponownie.',
    report: {
      recall: (time: string) => `Wycofanie z ${time}`,
      correct: (time: string) => `Poprawka z ${time}`,
      other: (time: string) => `Zmiana z ${time}`,
      changes: {
        before: 'Przed',
        after: 'Po',
        fields: { title: 'Tytuł', content: 'Treść', url: 'Link', image: 'Obrazek' },
        nothing: 'brak',
        opened: (n: number, shown: string) =>
          n === 0
            ? 'Przed poprawką nikt nie otworzył powiadomienia.'
            : `Przed poprawką powiadomienie otwarto na ${shown} ${plural('pl', n, { one: 'telefonie', few: 'telefonach', many: 'telefonach', other: 'telefonu' })}.`,
      },
      platform: 'System',
      accepted: 'Przyjęte przez usługę push',
      left: 'Pozostałe',
      failed: 'Nieudane',
      platforms: { android: 'Android, Huawei', ios: 'iPhone' },
      states: {
        expanding: 'szukamy urządzeń',
        sending: 'w toku',
        waiting: 'czeka na usługę push',
        paused: 'wstrzymane',
        stopped: 'zatrzymane',
        cancelled: 'przerwane',
        finished: 'zakończone',
      },
      recallMeans:
        'Usługa push przyjęła to, co jest wyżej. Android i Huawei: aplikacja usunie powiadomienie, gdy dostanie polecenie. iPhone: system pokaże w jego miejsce neutralny tekst.',
      correctMeans:
        'Usługa push przyjęła to, co jest wyżej. Android i Huawei: treść zamieni aplikacja, gdy dostanie nową. iPhone: zamieni ją system.',
      unknown: {
        recall: (n: number, shown: string) =>
          `Najwyżej ${shown} ${phonesPl(n)} nadal pokazywać to powiadomienie: nie wiadomo, czy tam dotarło.`,
        correct: (n: number, shown: string) =>
          `Najwyżej ${shown} ${phonesPl(n)} nadal pokazywać starą treść: nie wiadomo, czy tam dotarła.`,
        other: (_n: number, shown: string) => `Telefony, o których nie wiadomo, czy tam dotarło: ${shown}.`,
      },
      resume: 'Wznów',
    },
  },
  {
    actions: 'On the phones',
    waysToEnd: {
      cancel: 'Cancel sending: nobody else gets it, but phones that have it keep it.',
      takeBack: 'Take back: it disappears from those phones as well.',
    },
    takeBack: {
      button: 'Take back',
      title: 'Take the notification back?',
      stops: (remaining) => `Sending ends: the remaining devices (${remaining}) will not get it.`,
      reached: (shown) => `Devices that have it already: ${shown}. They are told at once:`,
      android: 'Android and Huawei: the app removes the notification from the screen.',
      ios: 'iPhone: a neutral text takes its place without a sound. Only the app can remove that, once the system wakes it.',
      limits: 'Those who have read it know it. A phone without a connection is told when it is back online (for 7 days).',
      inbox: "It leaves the app's inbox at once. The daily limit stays as it is. Taking back cannot be undone.",
      confirm: 'Take it back',
      keep: 'Keep it',
    },
    correct: {
      button: 'Correct',
      title: 'Correct the notification that was sent',
      what: (n, shown) => `The new text replaces the old one without a sound (${devicesEn(n, shown)}), and at once in the app's inbox.`,
      stillSending: 'Those who have not got it yet will get it corrected.',
      willWait:
        'Another administrator approved the current text, so the correction has to be approved as well. Until then the current text stays.',
      ask: 'Ask for approval of the correction',
      limits:
        'On iPhones the system replaces it, on Android the app, where the notification is still on the screen. The daily limit stays as it is; the history keeps both versions.',
      confirm: 'Send the correction',
      imageToo: (was, is) => `In the text ${was} becomes ${is}. Does the image show the old number? If so, replace it.`,
      unchanged: 'Change something to send a correction.',
      overtaken: 'Meanwhile somebody changed this notification. Close this, look, and correct it again.',
    },
    refused: {
      never_sent: 'No phone has this notification.',
      outcomes_ended: 'Too much time has passed: it is no longer known which phones have it.',
      is_test: 'A test cannot be corrected: send another.',
      validity_over: 'The end of validity has passed.',
      taken_back: 'The notification was already taken back.',
      nothing_changed: 'Nothing has changed.',
    } as Record<string, string>,
    failed: 'That did not work. Try again.',
    report: {
      recall: (time) => `Taken back at ${time}`,
      correct: (time) => `Corrected at ${time}`,
      other: (time) => `Changed at ${time}`,
      changes: {
        before: 'Before',
        after: 'After',
        fields: { title: 'Title', content: 'Text', url: 'Link', image: 'Image' },
        nothing: 'none',
        opened: (n, shown) =>
          n === 0
            ? 'Nobody had opened it before the correction.'
            : `${shown} ${plural('en', n, { one: 'phone', other: 'phones' })} had opened it before the correction.`,
      },
      platform: 'System',
      accepted: 'Accepted by the push service',
      left: 'Remaining',
      failed: 'Failed',
      platforms: { android: 'Android, Huawei', ios: 'iPhone' },
      states: {
        expanding: 'finding devices',
        sending: 'under way',
        waiting: 'waiting for the push service',
        paused: 'paused',
        stopped: 'stopped',
        cancelled: 'ended early',
        finished: 'finished',
      },
      recallMeans:
        'These are what the push service accepted. Android and Huawei: the app removes the notification once told. iPhone: the system will show a neutral text in its place.',
      correctMeans:
        'These are what the push service accepted. Android and Huawei: the app replaces the text once it has the new one. iPhone: the system will replace it.',
      unknown: {
        recall: (n, shown) => `Up to ${shown} ${phonesEn(n)} may still show it: it is not known whether this arrived there.`,
        correct: (n, shown) =>
          `Up to ${shown} ${phonesEn(n)} may still show the old text: it is not known whether the new one arrived there.`,
        other: (_n, shown) => `Phones for which it is not known whether this arrived: ${shown}.`,
      },
      resume: 'Resume',
    },
  },
);
