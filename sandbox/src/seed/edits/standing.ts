import { demoItems } from '../demo-data.ts';
import type { Fields, Life, Step } from './demo-edit.ts';

/** Names of fields: they become what they are today. */
type Towards = readonly [daysAgo: number, clock: string, who: Step[2], fields: Fields | readonly string[]];

/** An item that is there today: what was different when it was made, and the steps since. */
const standing = (item: string, [daysAgo, clock, who, first]: Step, ...steps: readonly Towards[]): Life => {
  const today = demoItems.get(item);
  if (!today) throw new Error(`The demo chain has no item ${item}`);
  const named = (names: readonly unknown[]): Fields => Object.fromEntries(names.map((name) => [name, today[String(name)] ?? null]));
  return {
    kind: 'content',
    item,
    steps: [
      [daysAgo, clock, who, { ...today, ...first }],
      ...steps.map(([day, at, by, fields]): Step => [day, at, by, Array.isArray(fields) ? named(fields) : (fields as Fields)]),
    ],
  };
};

/** How each item of today came to be what it is. */
export const standingItems: readonly Life[] = [
  standing(
    'Gazetka 47/2026',
    [9, '09:10', 'piotr', { description: 'Nowe promocje od czwartku.', pinned: false, prevImage: 'image:fruit' }],
    [7, '11:35', 'ewa', ['prevImage']],
    [5, '13:20', 'ewa', { description: 'Ponad **150 promocji** od czwartku do środy.\nNajlepsze ceny na *owoce i nabiał*.' }],
    [3, '14:45', 'piotr', ['description']],
    [2, '07:40', 'piotr', ['pinned']],
  ),
  standing(
    'Gazetka 49/2026 Mikołajki',
    [12, '10:40', 'piotr', { title: 'Mikołajki', description: null, clickableWhenFuture: false, publicationStart: 2 }],
    [8, '12:05', 'ewa', { title: 'Mikołajki tuż-tuż', description: 'Łakocie do **−30 %**.' }],
    [4, '09:55', 'piotr', ['title', 'publicationStart']],
    [1, '10:25', 'anna', ['description', 'clickableWhenFuture']],
  ),
  standing(
    'Baner start: owoce',
    [6, '08:55', 'ewa', { title: 'Owoce i warzywa −15 %', description: null, publicationEnd: 3, validityEnd: 3 }],
    [3, '11:10', 'ewa', { description: 'Sprawdź też [gazetkę](item:Gazetka 47/2026).' }],
    [2, '15:35', 'piotr', ['title', 'description']],
    [1, '13:50', 'anna', ['publicationEnd', 'validityEnd']],
  ),
  standing(
    'Baner akcje: paliwo',
    [
      68,
      '10:00',
      'grzegorz',
      {
        title: 'Paliwo taniej o 10 groszy',
        description: null,
        publicationStart: -66,
        publicationEnd: -10,
        validityStart: -66,
        validityEnd: -10,
      },
    ],
    [51, '14:15', 'grzegorz', { title: 'Paliwo taniej o 12 groszy', description: '12 groszy mniej na litrze przy zakupach od 120 zł.' }],
    [29, '09:40', 'tomasz', { description: '12 groszy mniej na litrze przy zakupach od 100 zł.' }],
    [10, '11:20', 'grzegorz', { disabled: true }],
    [6, '12:35', 'grzegorz', { disabled: false }],
    [5, '08:15', 'anna', ['title', 'description', 'publicationStart', 'publicationEnd', 'validityStart', 'validityEnd']],
  ),
  standing(
    'Kawa listopad',
    [
      18,
      '10:20',
      'tomasz',
      {
        title: 'Kawa −25 %',
        segments: ['Miłośnicy kawy'],
        ean: 'MEGA KAWA 25',
        productEANs: ['5901234123457'],
        couponInstructionsText: null,
        excludeStoreGroups: [],
        publicationEnd: 3,
        validityEnd: 3,
      },
    ],
    [14, '12:50', 'tomasz', ['productEANs', 'couponInstructionsText']],
    [11, '09:35', 'ewa', ['title', 'ean']],
    [7, '16:05', 'tomasz', ['segments', 'publicationEnd', 'validityEnd']],
    [1, '09:30', 'anna', ['excludeStoreGroups']],
  ),
  standing(
    'Kupon powitalny 15 zł',
    [33, '11:45', 'tomasz', { title: '10 zł na pierwsze zakupy', discountValue: '10,00', minBasketValue: 80, regulation1File: null }],
    [28, '10:35', 'tomasz', ['regulation1File']],
    [19, '14:25', 'anna', { minBasketValue: 120, oneTimeCouponFooterStep1: 'Kupon będzie ważny 30 minut.' }],
    [12, '09:05', 'tomasz', ['title', 'discountValue', 'minBasketValue']],
    [4, '15:10', 'ewa', ['oneTimeCouponFooterStep1']],
  ),
  standing(
    'Premium: czekolada',
    [8, '13:25', 'tomasz', { title: 'Czekolada −50 %', description: null }],
    [5, '10:45', 'tomasz', { title: 'Druga czekolada za grosz' }],
    [2, '12:00', 'anna', ['title', 'description']],
  ),
  standing(
    'Film: piekarnia',
    [27, '11:15', 'ewa', { title: 'W naszej piekarni', prevImage: 'image:leaflet', description: null, publicationEnd: 0, validityEnd: 0 }],
    [21, '09:50', 'ewa', ['prevImage', 'title']],
    [11, '14:05', 'piotr', ['description']],
    [2, '09:15', 'ewa', ['publicationEnd', 'validityEnd']],
  ),
  standing('Regulamin aplikacji', [91, '09:05', 'anna', { title: 'Regulamin' }], [64, '13:55', 'anna', ['title']]),
  standing(
    'Kafel: przyszłe gazetki',
    [24, '15:40', 'piotr', { title: 'Przyszłe gazetki', prevImage: 'image:leaflet', publicationStart: -23 }],
    [10, '10:15', 'ewa', ['title', 'prevImage', 'publicationStart']],
  ),
  standing(
    'E-bon jesień',
    [
      25,
      '12:20',
      'tomasz',
      {
        progressBarInfoText: 'Zakupy za **400 zł** dają e-bon na 20 zł.',
        datesInfoText: 'Liczą się zakupy w sklepach.',
        publicationStart: -23,
        validityStart: -23,
        publicationEnd: 7,
        validityEnd: 7,
      },
    ],
    [15, '08:35', 'tomasz', ['datesInfoText', 'publicationStart', 'validityStart']],
    [9, '13:45', 'anna', ['progressBarInfoText']],
    [3, '10:05', 'tomasz', ['publicationEnd', 'validityEnd']],
  ),
  standing(
    'Punkty razy dwa',
    [
      5,
      '09:20',
      'tomasz',
      {
        title: 'Podwójne punkty w sobotę',
        includeStoreType: 'all',
        description: 'We wszystkich sklepach w sobotę.',
        publicationEnd: 2,
        validityEnd: 2,
      },
    ],
    [3, '12:30', 'anna', ['includeStoreType', 'description']],
    [2, '16:15', 'tomasz', ['title', 'publicationEnd', 'validityEnd']],
  ),
  standing(
    'InterKupon 100',
    [
      13,
      '11:05',
      'tomasz',
      {
        title: 'Kupon za zakupy od 150 zł',
        promoThresholdId: 'prog-150',
        excludeStoreGroups: [],
        description: null,
        publicationStart: 0,
        publicationEnd: 14,
        validityStart: 0,
        validityEnd: 14,
      },
    ],
    [9, '10:50', 'tomasz', ['title', 'promoThresholdId']],
    [5, '14:55', 'grzegorz', ['excludeStoreGroups', 'publicationStart', 'validityStart']],
    [1, '11:40', 'tomasz', ['description', 'publicationEnd', 'validityEnd']],
  ),
  standing(
    'Gazetka 45/2026',
    [22, '09:10', 'piotr', { title: 'Gazetka tygodnia', description: 'Zapasy na długie wieczory.' }],
    [20, '11:35', 'ewa', { description: 'Zapasy na *długie wieczory*: kakao, orzechy, konfitury.' }],
    [16, '07:40', 'piotr', { pinned: true }],
    [9, '08:05', 'piotr', { pinned: false, title: 'Gazetka sprzed tygodnia' }],
    [2, '08:00', 'piotr', ['title', 'description']],
  ),
  standing(
    'Gazetka 46/2026',
    [15, '09:10', 'piotr', { title: 'Gazetka tygodnia', description: 'Rogale, gęsina i wino.' }],
    [13, '11:35', 'ewa', ['description']],
    [9, '07:45', 'piotr', { pinned: true }],
    [2, '07:50', 'piotr', { pinned: false }],
    [1, '08:10', 'piotr', ['title']],
  ),
  standing(
    'Baner: nowa aplikacja',
    [
      17,
      '12:15',
      'grzegorz',
      {
        title: 'Nowa wersja aplikacji',
        version: '<3.1.0',
        prevImage: 'image:points',
        publicationStart: -15,
        validityStart: -15,
        description: null,
      },
    ],
    [4, '10:30', 'grzegorz', ['title', 'version', 'publicationStart', 'validityStart']],
    [3, '09:25', 'ewa', ['prevImage', 'description']],
  ),
  standing(
    'Black Friday Kraków',
    [16, '13:10', 'piotr', { title: 'Black Friday', includeStoreType: 'all', includeStores: [], description: null }],
    [11, '15:25', 'anna', ['includeStoreType', 'includeStores', 'title']],
    [6, '10:55', 'ewa', { description: 'Elektronika i zabawki do **−50 %**.' }],
    [2, '14:20', 'ewa', ['description']],
  ),
  standing(
    'Śniadanie w niedzielę',
    [10, '09:00', 'tomasz', { title: 'Śniadanie −15 %', ean: 'MEGA SNIAD 15', description: null }],
    [4, '12:45', 'tomasz', ['title', 'ean']],
    [1, '15:05', 'ewa', ['description']],
  ),
];
