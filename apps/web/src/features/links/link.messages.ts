import { catalogue, plural } from '../../lib/language.tsx';

const plStores = (count: number, shown: string): string =>
  `${shown} ${plural('pl', count, { one: 'sklepu', few: 'sklepów', many: 'sklepów', other: 'sklepu' })}`;
const enStores = (count: number, shown: string): string => `${shown} ${count === 1 ? 'store' : 'stores'}`;

/** LINK-01, LINK-02: who lands on nothing, when, and what can be done. */
export const linkMessages = catalogue(
  {
    title: 'Linki do treści',
    fine: (name: string) => `„${name}” otworzy każdy z odbiorców.`,
    gone: 'tej treści nie ma, link nic nie otworzy.',
    never: 'treść nie będzie wtedy opublikowana, nikt jej nie otworzy.',
    before: (until: string) => `do ${until} nikt jej nie otworzy: nie jest jeszcze opublikowana.`,
    after: (from: string) => `od ${from} nikt jej nie otworzy: znika z aplikacji, a link zostaje.`,
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
    widen: 'Poszerz treść',
    shorten: 'Zakończ wcześniej',
    widenHint: '„Poszerz treść” zmienia tę treść od razu; można to cofnąć.',
    widened: (name: string) => `Poszerzono treść „${name}”.`,
    failed: 'Nie udało się zmienić treści: ktoś zmienił ją w tym czasie lub brak połączenia. Spróbuj ponownie.',
    breaks: 'Po zapisie te linki przestaną działać dla części klientów:',
  },
  {
    title: 'Links to content',
    fine: (name) => `Every recipient can open “${name}”.`,
    gone: 'this content does not exist, the link opens nothing.',
    never: 'the content is not published then, nobody can open it.',
    before: (until) => `until ${until} nobody can open it: it is not published yet.`,
    after: (from) => `from ${from} nobody can open it: it leaves the app while the link stays.`,
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
    widen: 'Widen the content',
    shorten: 'End sooner',
    widenHint: '“Widen the content” changes that content at once; it can be undone.',
    widened: (name) => `“${name}” was widened.`,
    failed: 'The content could not be changed: somebody changed it meanwhile, or there is no connection. Try again.',
    breaks: 'After saving, these links stop working for some customers:',
  },
);
