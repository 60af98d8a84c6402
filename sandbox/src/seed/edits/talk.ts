import { demoKnowledge } from '../demo-data.ts';
import { demoPopups } from '../demo-settings.ts';
import type { Fields, Life, Step } from './demo-edit.ts';

type Revision = readonly [daysAgo: number, clock: string, who: Step[2], fields: Fields | null];

/** Earlier versions of knowledge items. The last step of each leads to the current version. */
const corrected: Readonly<Record<string, { first: Fields; steps: readonly Revision[] }>> = {
  Zwroty: {
    first: { content: 'Towar przemysłowy można zwrócić w ciągu 30 dni od zakupu z paragonem.' },
    steps: [[67, '10:25', 'katarzyna', { content: 'Nieużywany towar przemysłowy można zwrócić w ciągu 14 dni od zakupu z paragonem.' }]],
  },
  'Godziny otwarcia': { first: { description: 'Godziny otwarcia sklepów' }, steps: [] },
  Punkty: { first: { content: 'Za każde wydane dwa złote dopisujemy jeden punkt.' }, steps: [] },
  'E-bony': {
    first: { content: 'Po przekroczeniu progu kampanii w aplikacji pojawia się e-bon.' },
    steps: [[41, '13:35', 'tomasz', { description: 'E-bon: jak go dostać i pokazać przy kasie' }]],
  },
  Dostawa: { first: { content: 'Dostawa działa w Warszawie i Łodzi. Koszt to 12,90 zł.' }, steps: [] },
  'Stacje paliw': { first: { content: 'Przy zakupach od 120 zł dostajesz kupon na 12 groszy zniżki na litrze paliwa.' }, steps: [] },
  Kaucja: { first: { content: 'Butelki plastikowe do 3 litrów i puszki oddasz w butelkomacie przy wejściu.' }, steps: [] },
};
/** When the rest of each was written. */
const WHEN = [59, 57, 52, 43, 34, 27, 18, 11];

const knowledge = (now: number): Life[] => {
  const dates = WHEN.values();
  return demoKnowledge(now).map((item, n): Life => {
    const { first, steps } = corrected[item.name] ?? { first: {}, steps: [] };
    const day = corrected[item.name] ? (dates.next().value ?? 1) : null;
    const today = Object.fromEntries(['description', 'content'].map((field) => [field, { ...item }[field as 'content']]));
    return {
      kind: 'knowledge',
      item: item.name,
      steps: [
        // Each quarter of an hour, so that the list has them in the order of the table.
        [90 - Math.floor(n / 6), `${String(9 + (n % 6)).padStart(2, '0')}:15`, 'katarzyna', { ...item, ...first }],
        ...steps,
        ...(day === null ? [] : [[day, '14:40', 'katarzyna', today] as const]),
      ],
    };
  });
};

const popup = (item: string, first: Revision, ...steps: readonly Step[]): Life => {
  const today = demoPopups.find(({ name }) => name === item);
  const [daysAgo, clock, who, different] = first;
  return { kind: 'popup', item, steps: [[daysAgo, clock, who, { ...today, ...different }], ...steps] };
};
const textOf = (item: string): Fields => ({ text: demoPopups.find(({ name }) => name === item)?.['text'] });

/** Edits of popups and of the assistant's knowledge. */
export const editsOfTalk = (now: number): readonly Life[] => [
  ...knowledge(now),
  {
    kind: 'knowledge',
    item: 'Wakacyjne godziny',
    steps: [
      [
        89,
        '15:30',
        'katarzyna',
        {
          name: 'Wakacyjne godziny',
          description: 'Dłuższe godziny nad morzem w wakacje',
          content: 'Do końca września sklepy w Gdyni, Słupsku i Świnoujściu są czynne do 23.',
        },
      ],
      [53, '09:45', 'katarzyna', null],
    ],
  },
  popup(
    'Powitanie',
    [91, '10:10', 'anna', { text: 'Witaj w **Koszyku**!', repeat: 2 }],
    [63, '11:20', 'ewa', textOf('Powitanie')],
    [35, '10:40', 'anna', { repeat: 1 }],
  ),
  {
    kind: 'popup',
    item: 'Powrót do szkoły',
    steps: [
      [86, '08:30', 'ewa', { name: 'Powrót do szkoły', text: 'Zeszyty **od 1,49 zł**. Wyprawka czeka.', repeat: 2 }],
      [80, '12:55', 'ewa', { repeat: 1 }],
      [70, '09:10', 'ewa', null],
    ],
  },
  popup(
    'Gazetka tygodnia',
    [61, '09:20', 'piotr', { text: 'Nowa gazetka już jest.', repeat: 1 }],
    [33, '08:40', 'piotr', { repeat: 3 }],
    [2, '08:25', 'piotr', textOf('Gazetka tygodnia')],
  ),
  popup(
    'Stara aplikacja',
    [29, '13:20', 'grzegorz', { text: 'Zaktualizuj aplikację.', version: '<3.1.0', repeat: 3 }],
    [4, '10:45', 'grzegorz', { version: '<3.2.0', repeat: 10 }],
    [3, '09:35', 'ewa', textOf('Stara aplikacja')],
  ),
];
