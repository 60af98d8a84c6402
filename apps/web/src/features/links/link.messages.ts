import { catalogue, plural } from '../../lib/language.tsx';

const plStores = (count: number, shown: string): string =>
  `${shown} ${plural('pl', count, { one: 'sklepu', few: 'sklepów', many: 'sklepów', other: 'sklepu' })}`;
const enStores = (count: number, shown: string): string => `${shown} ${count === 1 ? 'store' : 'stores'}`;

/** LINK-01, LINK-02: who lands on nothing, when, and what can be done. */
export const linkMessages = catalogue(
  {
    title: 'Linki do treści',
    fine: (name: string) => `„${name}” otworzy każdy z odbiorców.`,
    opens: (name: string) => `„${name}”`,
    fault: (name: string, said: string) => `Link „${name}”: ${said}`,
    gone: 'tej treści nie ma, link nic nie otworzy.',
    never: 'treść nie będzie wtedy opublikowana, nikt jej nie otworzy.',
    before: (until: string) => `do ${until} nikt jej nie otworzy: nie jest jeszcze opublikowana.`,
    after: (end: string) => `w aplikacji do: ${end}. Potem nikt jej nie otworzy: znika z aplikacji, a link zostaje.`,
    unableSent: (unable: string, devices: string) => `${unable} z ${devices} odbiorców jej nie otworzy`,
    unableShown: (unable: string, devices: string) => `${unable} z ${devices} klientów, którzy zobaczą link, jej nie otworzy`,
    closed: 'nie każdy ją otworzy',
    stores: (count: number, shown: string, names: string) => `klienci ${plStores(count, shown)} (${names})`,
    andMore: (count: string) => `i jeszcze ${count}`,
    withoutStore: 'osoby bez wybranego sklepu',
    segments: (names: string) => `osoby spoza segmentów: ${names}`,
    versions: (examples: string) => `aplikacje w wersji np. ${examples}`,
    elsewhere: 'klienci innych sklepów, którzy subskrybują wybrane',
    beyond: (page: string, pages: string) => `strony ${page} nie ma: plik ma ich ${pages}.`,
    narrow: 'Zawęź odbiorców',
    widen: {
      audience: 'Poszerz odbiorców treści',
      dates: 'Wydłuż publikację treści',
      both: 'Wydłuż publikację i poszerz odbiorców',
    },
    widenHint: (button: string) => `„${button}” zmienia tę treść od razu; można to cofnąć.`,
    newDates: {
      publicationStart: (moment: string) => `Nowy początek publikacji: ${moment}.`,
      publicationEnd: (moment: string) => `Nowy koniec publikacji: ${moment}.`,
      none: 'bez daty',
    },
    widened: {
      audience: (name: string) => `Poszerzono odbiorców treści „${name}”.`,
      dates: (name: string) => `Wydłużono publikację treści „${name}”.`,
      both: (name: string) => `Wydłużono publikację treści „${name}” i poszerzono jej odbiorców.`,
    },
    shorten: {
      start: 'Zacznij później',
      end: 'Zakończ wcześniej',
      both: 'Zacznij później i zakończ wcześniej',
    },
    failed: 'Nie udało się zmienić treści: ktoś zmienił ją w tym czasie. Spróbuj ponownie.',
    breaks: 'Po zapisie te linki przestaną działać dla części klientów:',
  },
  {
    title: 'Links to content',
    fine: (name) => `Every recipient can open “${name}”.`,
    opens: (name) => `“${name}”`,
    fault: (name, said) => `Link “${name}”: ${said}`,
    gone: 'this content does not exist, the link opens nothing.',
    never: 'the content is not published then, nobody can open it.',
    before: (until) => `until ${until} nobody can open it: it is not published yet.`,
    after: (end) => `in the app until ${end}. After that nobody can open it: it leaves the app while the link stays.`,
    unableSent: (unable, devices) => `${unable} of ${devices} recipients cannot open it`,
    unableShown: (unable, devices) => `${unable} of ${devices} customers who see the link cannot open it`,
    closed: 'not everyone can open it',
    stores: (count, shown, names) => `customers of ${enStores(count, shown)} (${names})`,
    andMore: (count) => `and ${count} more`,
    withoutStore: 'people without a store',
    segments: (names) => `people outside the segments: ${names}`,
    versions: (examples) => `app versions such as ${examples}`,
    elsewhere: 'customers of other stores who subscribe to the chosen ones',
    beyond: (page, pages) => `there is no page ${page}: the file has ${pages}.`,
    narrow: 'Narrow the audience',
    widen: {
      audience: 'Widen the content’s audience',
      dates: 'Extend the content’s publication',
      both: 'Extend its publication and widen its audience',
    },
    widenHint: (button) => `“${button}” changes that content at once; it can be undone.`,
    newDates: {
      publicationStart: (moment) => `New start of publication: ${moment}.`,
      publicationEnd: (moment) => `New end of publication: ${moment}.`,
      none: 'no date',
    },
    widened: {
      audience: (name) => `The audience of “${name}” was widened.`,
      dates: (name) => `The publication of “${name}” was extended.`,
      both: (name) => `The publication of “${name}” was extended and its audience widened.`,
    },
    shorten: {
      start: 'Start later',
      end: 'End sooner',
      both: 'Start later and end sooner',
    },
    failed: 'The content could not be changed: somebody changed it meanwhile. Try again.',
    breaks: 'After saving, these links stop working for some customers:',
  },
);
