import {
  DEFAULT_STORE_TYPE,
  type LocationDoubt,
  locationDoubt,
  type Store,
  type StoreField,
  storeFieldNames,
  storeFields,
} from '@endcap/contract/stores';
import { DEFAULT_SUNDAY_RULE, type HoursException, isClosure } from '@endcap/contract/trading-days';
import type { Entry } from '../../../form/merge.ts';
import type { Editor } from '../../../frames/editor-spec.ts';
import type { Language } from '../../../lib/language.tsx';

export const storeSections = ['store', 'address', 'hours', 'service', 'app'] as const;
type Section = (typeof storeSections)[number];
type FieldSpec = {
  section: Section;
  input: 'line' | 'lines' | 'number' | 'storeType' | 'flag' | 'hours' | 'sundayRule' | 'exceptions';
  label: Record<Language, string>;
  hint?: Record<Language, string>;
  /** From 640 px a field takes half of the row, or all of it. */
  wide?: true;
};

/** Section, input and label of each store field. A field of the contract that is missing here does not compile. */
const fields = {
  name: { section: 'store', input: 'line', label: { pl: 'Nazwa', en: 'Name' }, wide: true },
  storeNo: { section: 'store', input: 'number', label: { pl: 'Numer sklepu', en: 'Store number' } },
  storeType: { section: 'store', input: 'storeType', label: { pl: 'Typ sklepu', en: 'Store type' } },
  street: { section: 'address', input: 'line', label: { pl: 'Ulica i numer', en: 'Street' }, wide: true },
  zipCode: {
    section: 'address',
    input: 'line',
    label: { pl: 'Kod pocztowy', en: 'Zip code' },
    hint: { pl: 'np. 00-001', en: 'e.g. 00-001' },
  },
  city: { section: 'address', input: 'line', label: { pl: 'Miejscowość', en: 'City' } },
  latitude: {
    section: 'address',
    input: 'number',
    label: { pl: 'Szerokość geograficzna', en: 'Latitude' },
    hint: { pl: 'stopnie, np. 52,2297; można wkleić obie naraz', en: 'degrees, e.g. 52.2297; both can be pasted at once' },
  },
  longitude: {
    section: 'address',
    input: 'number',
    label: { pl: 'Długość geograficzna', en: 'Longitude' },
    hint: { pl: 'stopnie, np. 21,0122', en: 'degrees, e.g. 21.0122' },
  },
  openingHours: {
    section: 'hours',
    input: 'lines',
    label: { pl: 'Godziny otwarcia', en: 'Opening hours' },
    hint: {
      pl: 'Kilka wierszy; w aplikacji tak jak wpisano, pod wyjątkami i zamknięciami najbliższych dwóch tygodni',
      en: 'Several lines; shown in the app as typed, below the exceptions and closures of the next two weeks',
    },
    wide: true,
  },
  mondayHours: { section: 'hours', input: 'hours', label: { pl: 'Poniedziałek', en: 'Monday' } },
  tuesdayHours: { section: 'hours', input: 'hours', label: { pl: 'Wtorek', en: 'Tuesday' } },
  wednesdayHours: { section: 'hours', input: 'hours', label: { pl: 'Środa', en: 'Wednesday' } },
  thursdayHours: { section: 'hours', input: 'hours', label: { pl: 'Czwartek', en: 'Thursday' } },
  fridayHours: { section: 'hours', input: 'hours', label: { pl: 'Piątek', en: 'Friday' } },
  saturdayHours: { section: 'hours', input: 'hours', label: { pl: 'Sobota', en: 'Saturday' } },
  sundayHours: { section: 'hours', input: 'hours', label: { pl: 'Niedziela', en: 'Sunday' } },
  sundayRule: { section: 'hours', input: 'sundayRule', label: { pl: 'Niedziele i święta', en: 'Sundays and holidays' } },
  hoursExceptions: { section: 'hours', input: 'exceptions', label: { pl: 'Wyjątki', en: 'Exceptions' } },
  phone: { section: 'service', input: 'line', label: { pl: 'Telefon', en: 'Phone' } },
  ecommerceSlug: {
    section: 'service',
    input: 'line',
    label: { pl: 'Adres w sklepie internetowym', en: 'E-commerce slug' },
    hint: { pl: 'np. koszyk-101', en: 'e.g. koszyk-101' },
  },
  notificationSign: {
    section: 'app',
    input: 'line',
    label: { pl: 'Podpis w powiadomieniach', en: 'Notification sign' },
    hint: { pl: 'Po tytule powiadomień tego jednego sklepu', en: "After the title of this one store's notifications" },
    wide: true,
  },
  drive: { section: 'app', input: 'flag', label: { pl: 'Drive (odbiór samochodem)', en: 'Drive' } },
  gasStation: { section: 'app', input: 'flag', label: { pl: 'Stacja paliw', en: 'Gas station' } },
} as const satisfies Record<StoreField, FieldSpec>;
/** The table with a common type, for iteration. */
export const storeFormFields: Readonly<Record<StoreField, FieldSpec>> = fields;

type FlagField = { [F in StoreField]: (typeof fields)[F]['input'] extends 'flag' ? F : never }[StoreField];
const isFlag = (field: StoreField): field is FlagField => storeFormFields[field].input === 'flag';

/** Values of the form: strings as typed, booleans, and the exceptions as entries. */
export type StoreForm = { [F in StoreField]: F extends FlagField ? boolean : F extends 'hoursExceptions' ? Entry[] : string };
export type StoreEditor = Editor<StoreForm, Store>;
/** Fields with an input of their own. */
export type InputField = Exclude<StoreField, 'hoursExceptions'>;

export const isRequired = (field: InputField): boolean => !isFlag(field) && !storeFields[field].rule.safeParse('').success;

// The cast is safe: `StoreForm` is derived from the same table of fields.
const formOf = (valueOf: (field: StoreField) => string | boolean | Entry[]): StoreForm =>
  Object.fromEntries(storeFieldNames.map((field) => [field, valueOf(field)])) as StoreForm;

const starts: Partial<Record<StoreField, string>> = { storeType: DEFAULT_STORE_TYPE, sundayRule: DEFAULT_SUNDAY_RULE };
export const emptyStoreForm = (): StoreForm =>
  formOf((field) => (isFlag(field) ? false : field === 'hoursExceptions' ? [] : (starts[field] ?? '')));

/** An empty store. */
export const blankStore = Object.fromEntries(
  storeFieldNames.map((field) => [field, 'initial' in storeFields[field] ? storeFields[field].initial : null]),
);

/** Formats numbers in the person's language; the contract reads both. */
const asText = (value: string | number | null, language: Language): string =>
  typeof value === 'number' ? String(value).replace('.', language === 'pl' ? ',' : '.') : (value ?? '');

/** `06:00-22:00` as people write it. */
const hoursAsTyped = (hours: string | null): string => (hours ?? '').replaceAll(/\b0(?=\d:)/g, '').replaceAll('-', '–');

const toEntry = (one: HoursException): Entry =>
  isClosure(one)
    ? { id: `${one.day}–${one.until}`, day: one.day, until: one.until, reason: one.reason ?? '' }
    : { id: one.day, day: one.day, hours: hoursAsTyped(one.hours) };

export const toStoreForm = (store: Store, language: Language): StoreForm =>
  formOf((field) => {
    const value = store[field];
    if (Array.isArray(value)) return value.map(toEntry);
    if (typeof value === 'boolean') return value;
    return storeFormFields[field].input === 'hours' ? hoursAsTyped(String(value ?? '')) : asText(value, language);
  });

/** Returns why the coordinates of a form may be wrong; null if they are plausible, or invalid as numbers. */
export const locationDoubtOf = (form: Pick<StoreForm, 'latitude' | 'longitude'>): LocationDoubt | null => {
  const [latitude, longitude] = [storeFields.latitude.rule.safeParse(form.latitude), storeFields.longitude.rule.safeParse(form.longitude)];
  return latitude.success && longitude.success ? locationDoubt(latitude.data, longitude.data) : null;
};
