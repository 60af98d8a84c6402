import { describe, expect, test } from 'vitest';
import {
  DayHours,
  HoursExceptions,
  hoursForCustomers,
  hoursInWords,
  hoursOn,
  openingOf,
  openingsAt,
  storeDay,
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
  test('parses stored hours unchanged', () => {
    for (const stored of ['06:00-22:00', '08:00-12:00, 13:00-18:00', '18:00-02:00', '00:00-24:00'])
      expect(DayHours.parse(stored)).toBe(stored);
  });
});

describe('exceptions by date', { tags: ['TRADE-02'] }, () => {
  test('accept a list or the text of a cell, and are sorted; a date without hours is closed', () => {
    const stored = [
      { day: '2026-12-24', hours: '08:00-14:00' },
      { day: '2026-12-27', hours: null },
    ];
    expect(HoursExceptions.parse([{ day: '2026-12-27' }, { day: '2026-12-24', hours: '8-14', id: 'x' }])).toEqual(stored);
    expect(HoursExceptions.parse('2026-12-24 8-14; 27.12.2026')).toEqual(stored);
    expect(HoursExceptions.parse('')).toEqual([]);
  });
  test('are rejected with the path of a repeated date, an invalid date or invalid hours', () => {
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

describe('temporary closure of a store', { tags: ['E-67', 'TRADE-02'] }, () => {
  const rebuilt = { day: '2026-12-07', until: '2026-12-20', reason: 'remont' };
  const store: StoreHours = {
    ...usual,
    hoursExceptions: HoursExceptions.parse([rebuilt, { day: '2026-12-10', hours: '8-14' }, { day: '2026-12-24', hours: '8-14' }]),
  };
  const open = (at: string) => openingsAt(Date.parse(at), law);

  test('is one entry with a first and a last day, from a list or from a cell', () => {
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
    [{ ...rebuilt, until: '' }, { until: 'required' }],
    [{ ...rebuilt, until: 'soon' }, { until: 'notDate' }],
    [{ ...rebuilt, hours: '8-14' }, { hours: 'invalid' }],
    [{ ...rebuilt, reason: 'x'.repeat(101) }, { reason: 'tooLong' }],
    [{ day: '2026-12-07', hours: '8-14', reason: 'remont' }, { reason: 'invalid' }],
  ])('%j is rejected with the field that is wrong', (entry, problems) => {
    const issues = HoursExceptions.safeParse([entry]).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[1], message]))).toEqual(problems);
  });
  test('overrides the hours of a single date, and includes its first and last day', () => {
    const days = ['2026-12-05', '2026-12-07', '2026-12-10', '2026-12-20', '2026-12-21', '2026-12-24'];
    expect(days.map((day) => hoursOn(store, day, law).length)).toEqual([1, 0, 0, 0, 1, 1]);
  });
  test('moves the next opening after its end, however long it lasts', () => {
    const long: StoreHours = { ...usual, hoursExceptions: HoursExceptions.parse('2026-12-07–2027-03-14') };
    expect(open('2026-12-07T12:00:00Z')(long)).toMatchObject({ openNow: false, opensAt: '2027-03-15T05:00:00.000Z' });
    const allDay: StoreHours = { ...always, hoursExceptions: long.hoursExceptions };
    expect(open('2026-12-05T12:00:00Z')(allDay)).toMatchObject({ openNow: true, closesAt: '2026-12-06T23:00:00.000Z' });
  });
  test('closes a store without hours, which is unknown on other days', () => {
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
  test('the text for customers lists closures and exceptions within two weeks before the typed hours', () => {
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
  test('an exception of the store overrides everything else', () => {
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
  test('groups days with the same hours, and words Sundays by their rule', () => {
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
  test('covers breaks, hours over midnight, stores that are always open, and missing hours', () => {
    expect(hoursInWords(week('08:00-12:00, 13:00-18:00', null, null), 'en')).toBe(
      'Mon–Fri 8:00–12:00 and 13:00–18:00, Sat closed, Sun closed',
    );
    expect(hoursInWords(week('18:00-02:00', '18:00-02:00', null), 'pl')).toBe('pn.–sob. 18:00–2:00, niedz. nieczynne');
    expect(hoursInWords(always, 'pl')).toBe('czynne całą dobę');
    expect(hoursInWords(closed, 'pl')).toBe('');
  });
});

describe('the hours of a store on one day, for its day sheet', { tags: ['SHEET-01', 'E-67'] }, () => {
  const [six, eight] = [[{ opens: 360, closes: 1320 }], [{ opens: 480, closes: 840 }]];
  const on = (day: string, facts: Partial<StoreHours> = {}) => storeDay({ ...usual, ...facts }, day, law);
  test('are those of the weekday, or none on a day without trade, with its name', { tags: ['SHEET-01'] }, () => {
    expect(on('2026-11-30')).toEqual({
      ranges: six,
      changed: false,
      usual: null,
      closure: null,
      kind: 'weekday',
      trades: true,
      holiday: null,
      note: null,
    });
    expect(on('2026-11-29')).toMatchObject({ ranges: [], changed: false, kind: 'closedSunday', trades: false });
    expect(on('2026-12-25')).toMatchObject({ ranges: [], changed: false, kind: 'holiday', holiday: 'christmas' });
  });
  test('differ by an entry for the date or an early close, and then name the usual ones', { tags: ['SHEET-01'] }, () => {
    const other = { hoursExceptions: [{ day: '2026-12-31', hours: '08:00-14:00' }] };
    expect(on('2026-12-31', other)).toMatchObject({ ranges: eight, changed: true, usual: six });
    expect(on('2026-12-30', other)).toMatchObject({ ranges: six, changed: false, usual: null });
    expect(on('2026-12-31', { hoursExceptions: [{ day: '2026-12-31', hours: '06:00-22:00' }] })).toMatchObject({ changed: false });
    expect(on('2026-12-31', { hoursExceptions: [{ day: '2026-12-31', hours: null }] })).toMatchObject({ ranges: [], changed: true });
    // The Saturday before Easter; a Sunday without trade on which this store is open.
    expect(on('2026-04-04')).toMatchObject({ ranges: [{ opens: 360, closes: 840 }], changed: true, usual: six });
    expect(on('2026-11-29', { hoursExceptions: [{ day: '2026-11-29', hours: '08:00-14:00' }] })).toMatchObject({
      ranges: eight,
      changed: true,
      usual: null,
    });
  });
  test('are empty during a temporary closure, and unknown if no hours are entered', { tags: ['SHEET-01'] }, () => {
    const rebuilt = { hoursExceptions: [{ day: '2026-12-01', hours: null, until: '2026-12-14', reason: 'remont' }] };
    expect(on('2026-12-02', rebuilt)).toMatchObject({
      ranges: [],
      changed: false,
      closure: { until: '2026-12-14', reason: 'remont' },
    });
    expect(storeDay(closed, '2026-12-02', law)).toBeNull();
    expect(storeDay({ ...closed, ...rebuilt }, '2026-12-02', law)).toMatchObject({ ranges: [], closure: { until: '2026-12-14' } });
    expect(storeDay({ ...closed, ...rebuilt }, '2026-12-15', law)).toBeNull();
  });
});
