import { catalogue } from '../../lib/language.tsx';

/** Texts of the dialog that reserves, changes or releases a day. */
export const keptDayDialogMessages = catalogue(
  {
    changeTitle: 'Dzień zarezerwowany dla centrali',
    what: 'Sklepy zobaczą to, gdy będą pisać powiadomienie na ten dzień, i na swojej karcie dnia. To, co już zaplanowały, zostaje w planie.',
    refused:
      'W ustawieniach można też zabronić sklepom wysyłania w takie dni. Wtedy ich wcześniejsze plany czekają, aż ktoś je przesunie albo administrator je wyśle.',
    day: 'Dzień',
    whom: 'Dla których sklepów',
    all: 'Dla wszystkich sklepów',
    some: 'Dla grup sklepów',
    storeGroups: 'Grupy sklepów',
    reason: 'Powód (zobaczą go sklepy)',
    save: 'Zarezerwuj',
    saveChange: 'Zapisz',
    remove: 'Zwolnij ten dzień',
    problems: {
      required: 'Wybierz co najmniej jedną grupę',
      inPast: 'Ten dzień już minął',
      dayTwice: 'Ten dzień jest już zarezerwowany; zmień go na liście nad kalendarzem',
    } as Readonly<Record<string, string>>,
    stale: 'Ktoś zmienił ten dzień w międzyczasie. Zamknij i otwórz ponownie, aby zobaczyć jego wersję.',
    isGone: 'Ten dzień nie jest już zarezerwowany dla centrali.',
    failed: 'Nie udało się zapisać. Nic się nie zmieniło.',
    unknown: 'Serwer tego nie potwierdził: nie wiadomo, czy zapisano. Sprawdź na liście nad kalendarzem, zanim spróbujesz ponownie.',
    done: 'Zapisano',
    keptNow: (day: string) => `${day}: zarezerwowano dla centrali.`,
    removed: (day: string) => `${day}: dzień jest znów wolny dla sklepów.`,
  },
  {
    changeTitle: 'Day reserved for head office',
    what: 'Stores see this when they write a notification for that day, and on their day sheet. What they have already planned stays in the plan.',
    refused:
      'The settings can also stop stores from sending on such days. Their earlier plans then wait until somebody moves them or an administrator sends them.',
    day: 'Day',
    whom: 'For which stores',
    all: 'For all stores',
    some: 'For store groups',
    storeGroups: 'Store groups',
    reason: 'Reason (stores see it)',
    save: 'Reserve',
    saveChange: 'Save',
    remove: 'Release this day',
    problems: {
      required: 'Choose at least one group',
      inPast: 'This day has passed',
      dayTwice: 'This day is already reserved; change it in the list above the calendar',
    } as Readonly<Record<string, string>>,
    stale: 'Somebody changed this day in the meantime. Close this and open it again to see their version.',
    isGone: 'This day is no longer reserved for head office.',
    failed: 'It could not be saved. Nothing changed.',
    unknown: 'The server did not confirm whether it was saved. Check the list above the calendar before you try again.',
    done: 'Saved',
    keptNow: (day) => `${day} is reserved for head office.`,
    removed: (day) => `${day} is free for stores again.`,
  },
);
