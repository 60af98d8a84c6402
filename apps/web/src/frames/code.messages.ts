import type { FieldProblemCode } from '@endcap/contract/core';
import { catalogue } from '../lib/language.tsx';

type Words = Readonly<Record<FieldProblemCode, string>>;
/** Where the limit is known, a text that is too long names it. */
type LimitWord = { atMostSigns: (limit: string) => string };

// Quoted in Polish by the specification, and Polish in both languages.
const TEXT_TOO_LONG = 'Tekst powiadomienia może mieć najwyżej 230 znaków';
const TEXT_TOO_MANY_LINES = 'Dozwolone są maksymalnie dwie nowe linie';

/** What a field says of itself, for every code there is; a screen that knows it better has words of its own. */
export const codeMessages = catalogue(
  {
    required: 'To pole jest wymagane',
    tooLong: 'Za długi tekst',
    notNumber: 'To nie jest liczba; wpisz np. 12,5',
    notInteger: 'Tylko liczba całkowita, 0 lub więcej',
    outOfRange: 'Poza zakresem: szerokość od −90 do 90, długość od −180 do 180',
    basketRange: 'Liczba całkowita od 1 do 999 zł',
    repeatRange: 'Liczba całkowita od 1 do 1000',
    notSlug: 'Tylko małe litery a–z, cyfry i łączniki',
    unknown: 'Nie ma takiej wartości',
    tooMany: 'Za dużo pozycji',
    notImage: 'Tylko przesłany obraz',
    notFile: 'Tylko przesłany obraz lub pdf',
    notDate: 'To nie jest data; wpisz np. 2026-12-15 lub 15.12.2026',
    notVersion: 'To nie jest wyrażenie wersji',
    notEan: 'To nie jest kod EAN',
    notPdf: 'Tylko przesłany plik pdf',
    notDomain: 'To nie jest nazwa domeny, np. sklep.koszyk.pl',
    notHttps: 'Tylko pełny adres https://…',
    notTarget: 'Podaj adres https:// lub link aplikacji',
    notColor: 'Kolor ma postać #RRGGBB',
    cashRange: 'Od 1 do 999,99 zł',
    percentRange: 'Od 1 do 99,99 %',
    endBeforeStart: 'Koniec jest przed początkiem',
    beforePublication: 'Nie wcześniej niż początek publikacji',
    afterPublication: 'Nie później niż koniec publikacji',
    invalid: 'Nieprawidłowa wartość',
    tooBig: 'Za duża wartość',
    tooSmall: 'Za mała wartość',
    notPage: 'Podaj numer strony od 1',
    exactlyTwo: 'Muszą być dokładnie dwie pozycje',
    exactlyFour: 'Muszą być dokładnie cztery pozycje',
    inPast: 'Data musi być w przyszłości',
    tooSoon: 'Powiadomienie musi być ważne co najmniej 5 minut',
    tooFar: 'Powiadomienie może być ważne najwyżej rok',
    textTooLong: TEXT_TOO_LONG,
    textTooManyLines: TEXT_TOO_MANY_LINES,
    payloadTooLarge: 'Tytuł, treść, adres i obraz razem są za długie dla powiadomienia',
    empty: 'Plik jest pusty',
    noText: 'W pliku nie ma tekstu',
    unreadable: 'Tego pliku nie da się odczytać',
    tooSlow: 'Przetwarzanie pliku trwa zbyt długo',
    tooManyPages: 'Plik ma za dużo stron',
    tooManyPixels: 'Obraz ma za dużo pikseli',
    tooLongAnimation: 'Animacja jest za długa',
    atMostSigns: (limit: string) => `Za długi tekst: najwyżej ${limit} znaków`,
  } satisfies Words & LimitWord,
  {
    required: 'This field is required',
    tooLong: 'The text is too long',
    notNumber: 'This is not a number; enter for example 12.5',
    notInteger: 'Only a whole number, 0 or more',
    outOfRange: 'Out of range: latitude from −90 to 90, longitude from −180 to 180',
    basketRange: 'A whole number from 1 to 999 PLN',
    repeatRange: 'A whole number from 1 to 1000',
    notSlug: 'Only lower-case letters a–z, digits and hyphens',
    unknown: 'There is no such value',
    tooMany: 'Too many entries',
    notImage: 'Only an uploaded image',
    notFile: 'Only an uploaded image or pdf',
    notDate: 'This is not a date; type for example 2026-12-15',
    notVersion: 'This is not a version expression',
    notEan: 'This is not an EAN',
    notPdf: 'Only an uploaded pdf file',
    notDomain: 'Not a domain, e.g. shop.koszyk.pl',
    notHttps: 'Only a whole https://… address',
    notTarget: 'Enter an https:// address or a link of the app',
    notColor: 'A colour looks like #RRGGBB',
    cashRange: 'From 1 to 999.99 PLN',
    percentRange: 'From 1 to 99.99 %',
    endBeforeStart: 'The end is before the start',
    beforePublication: 'Not before the publication start',
    afterPublication: 'Not after the publication end',
    invalid: 'The value is not valid',
    tooBig: 'The value is too large',
    tooSmall: 'The value is too small',
    notPage: 'Enter a page number from 1',
    exactlyTwo: 'There must be exactly two entries',
    exactlyFour: 'There must be exactly four entries',
    inPast: 'The date must lie in the future',
    tooSoon: 'The notification must be valid for at least 5 minutes',
    tooFar: 'The notification may be valid for at most a year',
    textTooLong: TEXT_TOO_LONG,
    textTooManyLines: TEXT_TOO_MANY_LINES,
    payloadTooLarge: 'Title, text, address and image together are too long for a notification',
    empty: 'The file is empty',
    noText: 'There is no text in the file',
    unreadable: 'The file cannot be read',
    tooSlow: 'Processing the file takes too long',
    tooManyPages: 'The file has too many pages',
    tooManyPixels: 'The image has too many pixels',
    tooLongAnimation: 'The animation is too long',
    atMostSigns: (limit) => `The text is too long: at most ${limit} characters`,
  } satisfies Words & LimitWord,
);

/** The words of a problem, if there is one. */
export const codeWord = (words: Words & LimitWord, code: FieldProblemCode | undefined, limit: string | null = null): string | undefined => {
  if (code === undefined) return undefined;
  return code === 'tooLong' && limit !== null ? words.atMostSigns(limit) : words[code];
};
