import type { Life } from './demo-edit.ts';

type Week = { no: number; image: string; description: string; better: string };

const weeks: readonly Week[] = [
  {
    no: 36,
    image: 'leaflet',
    description: 'Wyprawka szkolna od 4,99 zł.',
    better: 'Wyprawka szkolna **od 3,99 zł**.\nZeszyty, piórniki i plecaki.',
  },
  {
    no: 37,
    image: 'fruit',
    description: 'Śliwki i gruszki prosto z sadu.',
    better: 'Śliwki, gruszki i *papierówki* prosto z sadu.\nKilogram **od 3,49 zł**.',
  },
  {
    no: 38,
    image: 'bread',
    description: 'Tydzień pieczywa na zakwasie.',
    better: 'Tydzień pieczywa na zakwasie.\nDrugi bochenek **za połowę ceny**.',
  },
  {
    no: 39,
    image: 'leaflet',
    description: 'Grzyby, kasze i przetwory.',
    better: 'Grzyby, kasze i przetwory.\nSłoiki i zakrętki **−30 %**.',
  },
  {
    no: 40,
    image: 'coffee',
    description: 'Jesień z kawą i herbatą.',
    better: 'Jesień z kawą i herbatą.\nPonad **60 rodzajów** w niższych cenach.',
  },
  {
    no: 41,
    image: 'leaflet',
    description: 'Wszystko na rosół.',
    better: 'Wszystko na niedzielny rosół.\nWłoszczyzna **2,99 zł**, kurczak zagrodowy *taniej o 4 zł*.',
  },
  { no: 42, image: 'fruit', description: 'Dynie z polskich pól.', better: 'Dynie z polskich pól **2,99 zł/kg**.\nPrzepisy w środku.' },
  {
    no: 43,
    image: 'leaflet',
    description: 'Znicze i chryzantemy.',
    better: 'Znicze i chryzantemy.\nPrzy trzech zniczach *czwarty gratis*.',
  },
  {
    no: 44,
    image: 'leaflet',
    description: 'Długi weekend bez kolejek.',
    better: 'Długi weekend bez kolejek.\nSklepy zamknięte 1 listopada, **zakupy zrób wcześniej**.',
  },
];

/** The leaflet of today, by which the others are counted, and the day on which it began. */
const [THIS_WEEK, BEGAN] = [47, -2];
const WEEK = 7;

/** Days from now. */
const startOf = (no: number): number => BEGAN + (no - THIS_WEEK) * WEEK;
const leafletName = (no: number): string => `Gazetka ${no}/2026`;

/** Weekly leaflets that are gone: prepared a week ahead, pinned while they were valid, cleared away two weeks after. */
export const formerLeaflets: readonly Life[] = weeks.map(({ no, image, description, better }) => {
  const start = startOf(no);
  const dates = { publicationStart: start, publicationEnd: start + WEEK, validityStart: start, validityEnd: start + WEEK };
  return {
    kind: 'content',
    item: leafletName(no),
    steps: [
      [
        6 - start,
        '09:10',
        'piotr',
        { contentType: 'leaflet', name: leafletName(no), title: 'Gazetka tygodnia', prevImage: `image:${image}`, description, ...dates },
      ],
      [5 - start, '11:35', 'ewa', { description: better }],
      ...(no % 3 === 0 ? ([[3 - start, '15:20', 'anna', { title: 'Gazetka tygodnia: jeszcze taniej' }]] as const) : []),
      [-start, '07:40', 'piotr', { pinned: true }],
      [-start - WEEK, '08:05', 'piotr', { pinned: false, title: 'Gazetka sprzed tygodnia' }],
      [Math.max(1, -start - 3 * WEEK), '16:10', no % 2 === 0 ? 'ewa' : 'piotr', null],
    ],
  };
});
