import { describe, expect, test } from 'vitest';
import {
  DayHours,
  HoursExceptions,
  hoursForCustomers,
  hoursInWords,
  hoursOn,
  openingOf,
  openingsAt,
  type StoreHours,
  tradingCalendar,
} from './index.ts';

const closed: StoreHours = {
  mondayHours: null,
  tuesdayHours: null,
  wednesdayHours: null,
  thursdayHours: null,
  fridayHours: null,
  saturdayHours: null,
  sundayHours: null,
  sundayRule: 'tradingSundays',
  hoursExceptions: [],
};
const week = (monday: string | null, saturday: string | null, sunday: string | null): StoreHours => ({
  ...closed,
  mondayHours: monday,
  tuesdayHours: monday,
  wednesdayHours: monday,
  thursdayHours: monday,
  fridayHours: monday,
  saturdayHours: saturday,
  sundayHours: sunday,
});
const usual = week('06:00-22:00', '06:00-22:00', '08:00-20:00');
const always: StoreHours = { ...week('00:00-24:00', '00:00-24:00', '00:00-24:00'), sundayRule: 'always' };
const law = tradingCalendar([]);

describe('hours as people write them', { tags: ['TRADE-02'] }, () => {
  test.each([
    ['6-22', '06:00-22:00'],
    ['6:00–22:00', '06:00-22:00'],
    [' 6.30 do 22 ', '06:30-22:00'],
    ['8–12, 13:00-18:00', '08:00-12:00, 13:00-18:00'],
    ['18-2', '18:00-02:00'],
    ['0-24', '00:00-24:00'],
    ['całą dobę', '00:00-24:00'],
    ['18-24', '18:00-24:00'],
    ['', null],
    [null, null],
    ['nieczynne', null],
  ])('%j is stored as %j', (typed, stored) => expect(DayHours.parse(typed)).toBe(stored));
  test.each(['x', '6', '6-6', '25-26', '6:60-7', '6-24:30', '8-12, 11-14', '13-18, 8-12', '1-2,3-4,5-6,7-8,9-10', '18-2, 3-4'])(
    '%j is refused',
    (typed) => expect(DayHours.safeParse(typed).error?.issues[0]?.message).toBe('notHours'),
  );
  test('what is stored reads as itself', () => {
    for (const stored of ['06:00-22:00', '08:00-12:00, 13:00-18:00', '18:00-02:00', '00:00-24:00'])
      expect(DayHours.parse(stored)).toBe(stored);
  });
});

describe('exceptions by date', { tags: ['TRADE-02'] }, () => {
  test('a list in order, or the text of a cell; a date without hours is closed', () => {
    const stored = [
      { day: '2026-12-24', hours: '08:00-14:00' },
      { day: '2026-12-27', hours: null },
    ];
    expect(HoursExceptions.parse([{ day: '2026-12-27' }, { day: '2026-12-24', hours: '8-14', id: 'x' }])).toEqual(stored);
    expect(HoursExceptions.parse('2026-12-24 8-14; 27.12.2026')).toEqual(stored);
    expect(HoursExceptions.parse('')).toEqual([]);
  });
  test('a date that comes twice, that is none, or hours that are none are refused where they stand', () => {
    const problems = HoursExceptions.safeParse([
      { day: '2026-12-24', hours: '' },
      { day: '2026-12-24', hours: '' },
      { day: 'soon', hours: '' },
      { day: '2026-12-26', hours: 'late' },
    ]).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(problems).toEqual([
      ['2.day', 'notDate'],
      ['3.hours', 'notHours'],
      ['1.day', 'dayTwice'],
    ]);
  });
});

describe('a time for which a store is closed', { tags: ['E-67', 'TRADE-02'] }, () => {
  const rebuilt = { day: '2026-12-07', until: '2026-12-20', reason: 'remont' };
  const store: StoreHours = {
    ...usual,
    hoursExceptions: HoursExceptions.parse([rebuilt, { day: '2026-12-10', hours: '8-14' }, { day: '2026-12-24', hours: '8-14' }]),
  };
  const open = (at: string) => openingsAt(Date.parse(at), law);

  test('one entry, by its first and its last day, from a list or from a cell', () => {
    const stored = [{ ...rebuilt, hours: null }];
    expect(HoursExceptions.parse([rebuilt])).toEqual(stored);
    for (const cell of [
      '2026-12-07–2026-12-20 remont',
      '7.12.2026 - 20.12.2026 remont',
      '2026-12-07..2026-12-20 remont',
      '7.12.2026 do 20.12.2026 remont',
    ])
      expect(HoursExceptions.parse(cell)).toEqual(stored);
    expect(HoursExceptions.parse('2026-12-07–2026-12-07')).toEqual([{ day: '2026-12-07', hours: null, until: '2026-12-07' }]);
  });
  test.each([
    [{ ...rebuilt, until: '2026-12-06' }, { until: 'endBeforeStart' }],
    [{ ...rebuilt, until: '' }, { until: 'notDate' }],
    [{ ...rebuilt, until: 'soon' }, { until: 'notDate' }],
    [{ ...rebuilt, hours: '8-14' }, { hours: 'invalid' }],
    [{ ...rebuilt, reason: 'x'.repeat(101) }, { reason: 'tooLong' }],
    [{ day: '2026-12-07', hours: '8-14', reason: 'remont' }, { reason: 'invalid' }],
  ])('%j is refused where it is wrong', (entry, problems) => {
    const issues = HoursExceptions.safeParse([entry]).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[1], message]))).toEqual(problems);
  });
  test('it comes before the hours of a single date, on its first and its last day', () => {
    const days = ['2026-12-05', '2026-12-07', '2026-12-10', '2026-12-20', '2026-12-21', '2026-12-24'];
    expect(days.map((day) => hoursOn(store, day, law).length)).toEqual([1, 0, 0, 0, 1, 1]);
  });
  test('the next opening is after it, however long it lasts', () => {
    const long: StoreHours = { ...usual, hoursExceptions: HoursExceptions.parse('2026-12-07–2027-03-14') };
    expect(open('2026-12-07T12:00:00Z')(long)).toMatchObject({ openNow: false, opensAt: '2027-03-15T05:00:00.000Z' });
    const allDay: StoreHours = { ...always, hoursExceptions: long.hoursExceptions };
    expect(open('2026-12-05T12:00:00Z')(allDay)).toMatchObject({ openNow: true, closesAt: '2026-12-06T23:00:00.000Z' });
  });
  test('a store without hours is closed while it lasts; on other days nothing is known of it', () => {
    const bare: StoreHours = { ...closed, hoursExceptions: HoursExceptions.parse([rebuilt]) };
    const at = (instant: string) => open(instant)(bare).openNow;
    expect(['2026-12-06T12:00:00Z', '2026-12-07T12:00:00Z', '2026-12-20T22:30:00Z', '2026-12-20T23:30:00Z'].map(at)).toEqual([
      null,
      false,
      false,
      null,
    ]);
    const audience = openingOf([{ ...bare, id: 'a', name: 'Sklep', city: 'Łódź', storeNo: 1 }], {
      at: Date.parse('2026-12-01T12:00:00Z'),
      days: [
        { day: '2026-12-15', edge: 'end' },
        { day: '2026-12-21', edge: 'end' },
      ],
      calendar: law,
    });
    expect(audience).toMatchObject({ stores: 1, closedNow: 0, days: [{ closed: 1, nearest: '2026-12-21' }, { closed: 0 }] });
  });
  test('customers read what is near before what people wrote', () => {
    const text = (today: string) =>
      hoursForCustomers({ openingHours: 'pn.–sob. 6:00–22:00', hoursExceptions: store.hoursExceptions }, today).split('\n');
    expect(text('2026-11-22')).toEqual(['pn.–sob. 6:00–22:00']);
    expect(text('2026-11-23')).toEqual(['7–20 grudnia: nieczynne (remont)', 'pn.–sob. 6:00–22:00']);
    expect(text('2026-12-20')).toEqual(['7–20 grudnia: nieczynne (remont)', '24 grudnia: 8:00–14:00', 'pn.–sob. 6:00–22:00']);
    expect(text('2026-12-21')).toEqual(['24 grudnia: 8:00–14:00', 'pn.–sob. 6:00–22:00']);
    const overYears = HoursExceptions.parse('2026-12-28–2027-01-10');
    expect(hoursForCustomers({ openingHours: '', hoursExceptions: overYears }, '2027-01-01')).toBe('28 grudnia – 10 stycznia: nieczynne');
  });
});

describe('the hours of a day', { tags: ['TRADE-02'] }, () => {
  const spans = (store: StoreHours, day: string): string =>
    hoursOn(store, day, law)
      .map(({ opens, closes }) => `${opens / 60}-${closes / 60}`)
      .join();
  test('the Sunday rule: closed unless it trades, always as the hours say, never', () => {
    const [closedSunday, tradingSunday, holiday] = ['2026-11-29', '2026-12-06', '2026-11-11'];
    expect([closedSunday, tradingSunday, holiday].map((day) => spans(usual, day))).toEqual(['', '8-20', '']);
    expect([closedSunday, holiday].map((day) => spans(always, day))).toEqual(['0-24', '0-24']);
    const never: StoreHours = { ...usual, sundayRule: 'never' };
    expect([tradingSunday, holiday, '2026-12-05'].map((day) => spans(never, day))).toEqual(['', '', '6-22']);
  });
  test('an exception of the store comes before everything', () => {
    const store: StoreHours = {
      ...usual,
      hoursExceptions: [
        { day: '2026-11-29', hours: '10:00-14:00' },
        { day: '2026-12-01', hours: null },
      ],
    };
    expect(['2026-11-29', '2026-12-01'].map((day) => spans(store, day))).toEqual(['10-14', '']);
  });
  test('on the Saturday before Easter shops close at 14:00, a petrol station does not', () => {
    expect([spans(usual, '2026-04-04'), spans(always, '2026-04-04')]).toEqual(['6-14', '0-24']);
  });
});

describe('the text for customers', { tags: ['TRADE-02'] }, () => {
  test('days with the same hours are one, Sundays as their rule is', () => {
    expect(hoursInWords(usual, 'pl')).toBe('pn.–sob. 6:00–22:00, niedz. handlowe 8:00–20:00');
    expect(hoursInWords(usual, 'en')).toBe('Mon–Sat 6:00–22:00, trading Sundays 8:00–20:00');
    expect(hoursInWords({ ...usual, sundayRule: 'never' }, 'pl')).toBe('pn.–sob. 6:00–22:00, niedz. nieczynne');
    expect(hoursInWords({ ...usual, sundayRule: 'always' }, 'pl')).toBe('pn.–sob. 6:00–22:00, niedz. 8:00–20:00');
    expect(hoursInWords({ ...week('06:00-22:00', '06:00-22:00', '06:00-22:00'), sundayRule: 'always' }, 'pl')).toBe(
      'pn.–niedz. 6:00–22:00',
    );
    expect(hoursInWords({ ...usual, wednesdayHours: null }, 'pl')).toBe(
      'pn.–wt. 6:00–22:00, śr. nieczynne, czw.–sob. 6:00–22:00, niedz. handlowe 8:00–20:00',
    );
  });
  test('a break, a night, a petrol station, nothing', () => {
    expect(hoursInWords(week('08:00-12:00, 13:00-18:00', null, null), 'en')).toBe(
      'Mon–Fri 8:00–12:00 and 13:00–18:00, Sat closed, Sun closed',
    );
    expect(hoursInWords(week('18:00-02:00', '18:00-02:00', null), 'pl')).toBe('pn.–sob. 18:00–2:00, niedz. nieczynne');
    expect(hoursInWords(always, 'pl')).toBe('czynne całą dobę');
    expect(hoursInWords(closed, 'pl')).toBe('');
  });
});
