import { catalogue, plural } from '../../../lib/language.tsx';

/** Where a send stands, and what can be done about what failed. */
export const detailsMessages = catalogue(
  {
    standing: {
      counting: () => 'Ustalamy odbiorców',
      sending: (percent: string) => `Wysyłanie ${percent}`,
      waiting: (percent: string) => `Czeka na usługę push, ${percent}`,
      paused: (percent: string) => `Wstrzymano na ${percent}`,
      cancelled: () => 'Wysyłka anulowana',
      notSent: () => 'Nie wysłano',
      partlySent: () => 'Wysłano tylko części odbiorców',
      sent: () => 'Wysłano',
    },
    chart: (standing: string, counts: string) => `${standing}. ${counts}`,
    recipients: 'Odbiorcy',
    testRecipients: 'Tylko telefony testowe; wybór poniżej nie miał na to wpływu.',
    /** What an administrator does where an employee tells one. */
    adminSteps: {
      credential: 'Sprawdź klucz usługi push i projekt, do którego należy.',
      internal: 'Szczegóły są w dzienniku serwera.',
      refused: 'Jeśli jest ich wiele, sprawdź, czy adresy nie należą do innego projektu usługi push.',
    } as Record<string, string>,
    times: (count: string) => `${count} ×`,
    showRest: (count: number, shown: string) =>
      `Pokaż ${plural('pl', count, { one: 'pozostały', few: 'pozostałe', many: 'pozostałe', other: 'pozostałe' })} ${shown}`,
    rest: 'Pozostałe błędy',
  },
  {
    standing: {
      counting: () => 'Determining the audience',
      sending: (percent) => `Sending ${percent}`,
      waiting: (percent) => `Waiting for the push service, ${percent}`,
      paused: (percent) => `Paused at ${percent}`,
      cancelled: () => 'Sending cancelled',
      notSent: () => 'Not sent',
      partlySent: () => 'Sent to a part of the audience only',
      sent: () => 'Sent',
    },
    chart: (standing, counts) => `${standing}. ${counts}`,
    recipients: 'Recipients',
    testRecipients: 'Test phones only; the choice below made no difference.',
    adminSteps: {
      credential: 'Check the key of the push service and the project it belongs to.',
      internal: "The server's log has the details.",
      refused: 'If there are many, check whether the addresses belong to another project of the push service.',
    } as Record<string, string>,
    times: (count) => `${count} ×`,
    showRest: (_count, shown) => `Show the other ${shown}`,
    rest: 'Other errors',
  },
);
