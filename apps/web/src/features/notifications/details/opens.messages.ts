import { catalogue, plural } from '../../../lib/language.tsx';

/** When a notification was opened, and by whose customers. */
export const opensMessages = catalogue(
  {
    title: 'Otwarcia w czasie',
    none: 'Nikt jeszcze nie otworzył tego powiadomienia.',
    counting: 'Liczymy otwarcia …',
    units: { hour: 'po godzinach', day: 'po dniach', week: 'po tygodniach', other: 'w czasie' },
    chart: (unit: string, total: string, from: string, most: string) => `Otwarcia ${unit}: razem ${total}, najwięcej ${most} od ${from}`,
    asTable: 'Pokaż jako tabelę',
    from: { hour: 'Godzina', day: 'Dzień', week: 'Tydzień od', other: 'Od' },
    opened: 'Otwarcia',
    countedAt: (time: string) => `Stan z ${time}`,
    byStore: 'Otwarcia według sklepów',
    byStoreHint: 'Liczy się główny sklep, który telefon ma dzisiaj.',
    store: 'Sklep',
    share: 'Udział w otwarciach',
    noStore: 'Bez głównego sklepu',
    deleted: (name: string) => `${name} (usunięty)`,
    others: (n: number, count: string) =>
      `${count} ${plural('pl', n, { one: 'inny sklep', few: 'inne sklepy', many: 'innych sklepów', other: 'innego sklepu' })}`,
    total: 'Razem',
  },
  {
    title: 'Opens over time',
    none: 'Nobody has opened this notification yet.',
    counting: 'Counting the opens …',
    units: { hour: 'by the hour', day: 'by the day', week: 'by the week', other: 'over time' },
    chart: (unit, total, from, most) => `Opens ${unit}: ${total} in all, most from ${from}: ${most}`,
    asTable: 'Show as a table',
    from: { hour: 'Hour', day: 'Day', week: 'Week from', other: 'From' },
    opened: 'Opens',
    countedAt: (time) => `As of ${time}`,
    byStore: 'Opens by store',
    byStoreHint: 'By the main store that a phone has today.',
    store: 'Store',
    share: 'Share of opens',
    noStore: 'No main store',
    deleted: (name) => `${name} (deleted)`,
    others: (n, count) => `${count} other ${n === 1 ? 'store' : 'stores'}`,
    total: 'Total',
  },
);
