import { instantOfWallClock, readInstant } from './warsaw-time.ts';

const months: readonly RegExp[] = [
  /^(sty(cz(eń|nia))?|jan(uary)?)$/,
  /^(lut(y|ego)?|feb(ruary)?)$/,
  /^(mar(zec|ca)?|mar(ch)?)$/,
  /^(kwi(ecień|etnia)?|apr(il)?)$/,
  /^(maj(a)?|may)$/,
  /^(cze(rwiec|rwca)?|june?)$/,
  /^(lip(iec|ca)?|july?)$/,
  /^(sie(rpień|rpnia)?|aug(ust)?)$/,
  /^(wrz(esień|eśnia)?|sep(tember)?)$/,
  /^(paź(dziernik(a)?)?|oct(ober)?)$/,
  /^(lis(topad(a)?)?|nov(ember)?)$/,
  /^(gru(dzień|dnia)?|dec(ember)?)$/,
];

const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
const POLISH = /^(?<day>\d{1,2})[.\-/](?<month>\d{1,2})[.\-/](?<year>\d{4})$/;
const NAMED = /^(?<day>\d{1,2})\.? (?<name>\p{L}+)\.? (?<year>\d{4})$/u;
const TIME = /^(?<hours>[01]?\d|2[0-3])[:.](?<minutes>[0-5]\d)$/;
/** Text between a day and a time, also after a year. */
const BETWEEN = /(?: r\.?)?(?:,? (?:o |godz\. |at )?|t)(?=\d{1,2}[:.]\d{2}$)/;

const two = (text: string | undefined): string => (text ?? '').padStart(2, '0');

/** Parses a day in one of the spellings to `YYYY-MM-DD`; null if it is invalid or does not exist. */
const readDay = (text: string): string | null => {
  const { day, month, name, year } = (ISO.exec(text) ?? POLISH.exec(text) ?? NAMED.exec(text))?.groups ?? {};
  if (year === undefined) return null;
  const found = name === undefined ? month : String(months.findIndex((spelling) => spelling.test(name)) + 1);
  const iso = `${year}-${two(found)}-${two(day)}`;
  return readInstant(iso) === null ? null : iso;
};

const readTime = (text: string): string | null => {
  const { hours, minutes } = TIME.exec(text)?.groups ?? {};
  return hours === undefined ? null : `${two(hours)}:${two(minutes)}`;
};

const tidy = (typed: string): string => typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** A day as people type it: `2026-12-15`, `15.12.2026`, `15-12-2026`, `15 grudnia 2026`; as `YYYY-MM-DD`. */
export const typedDay = (typed: string): string | null => readDay(tidy(typed).replace(/ r\.?$/, ''));

/** A day, or a day and a time on Warsaw's clocks, as people type it; a day alone is its start. The instant, or null. */
export const typedInstant = (typed: string): string | null => {
  const whole = readInstant(typed.trim());
  if (whole !== null) return whole;
  const text = tidy(typed);
  const gap = BETWEEN.exec(text);
  const day = gap ? readDay(text.slice(0, gap.index)) : typedDay(text);
  const time = gap ? readTime(text.slice(gap.index + gap[0].length)) : '00:00';
  return day && time && instantOfWallClock(`${day}T${time}`);
};
