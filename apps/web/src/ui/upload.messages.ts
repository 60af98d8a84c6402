import { ANIMATION_MAX_FRAMES, ANIMATION_MAX_PIXELS, type FileProblem, IMAGE_MAX_PIXELS } from '@endcap/contract/files';
import { catalogue, plural } from '../lib/language.tsx';

const MILLION = 1_000_000;
/** Messages for problems with a file of an accepted type. A problem without a message does not compile. */
const problems: Record<'pl' | 'en', Record<FileProblem, string>> = {
  pl: {
    tooManyPixels: `Obraz jest za duży: może mieć najwyżej ${IMAGE_MAX_PIXELS / MILLION} mln pikseli.`,
    tooLongAnimation: `Animacja jest za długa: może mieć najwyżej ${ANIMATION_MAX_FRAMES} klatek i razem ${ANIMATION_MAX_PIXELS / MILLION} mln pikseli.`,
    protected: 'Plik jest zabezpieczony hasłem. Zapisz go bez hasła i prześlij ponownie.',
    damaged: 'Plik jest uszkodzony. Zapisz go ponownie i prześlij jeszcze raz.',
    tooSlow: 'Przetwarzanie pliku trwa zbyt długo. Zmniejsz go i prześlij ponownie.',
    tooComplex: 'Plik jest zbyt złożony. Zapisz go w prostszej postaci i prześlij ponownie.',
    unreadable: 'Nie można odczytać obrazu: plik jest uszkodzony albo zapisany w nietypowy sposób. Zapisz go ponownie jako jpg lub png.',
  },
  en: {
    tooManyPixels: `The image is too large: it may have at most ${IMAGE_MAX_PIXELS / MILLION} million pixels.`,
    tooLongAnimation: `The animation is too long: it may have at most ${ANIMATION_MAX_FRAMES} frames and ${ANIMATION_MAX_PIXELS / MILLION} million pixels in all.`,
    protected: 'The file is protected by a password. Save it without one and upload it again.',
    damaged: 'The file is damaged. Save it again and upload it once more.',
    tooSlow: 'Processing the file takes too long. Make it smaller and upload it again.',
    tooComplex: 'The file is too complex. Save it in a simpler form and upload it again.',
    unreadable: 'The image cannot be read: the file is damaged or saved in an unusual way. Save it again as jpg or png.',
  },
};

export const uploadMessages = catalogue(
  {
    hint: {
      image: 'Upuść, wklej lub wybierz plik jpg, png, bmp lub gif, do 10 MB',
      file: 'Upuść, wklej lub wybierz plik jpg, png, bmp, gif lub pdf, do 50 MB',
      pdf: 'Upuść, wklej lub wybierz plik pdf, do 50 MB',
    },
    wrongType: {
      image: 'Dozwolone są tylko obrazy jpg, png, bmp i gif.',
      file: 'Dozwolone są tylko pliki jpg, png, bmp, gif i pdf.',
      pdf: 'Dozwolone są tylko pliki pdf.',
    },
    tooLarge: { image: 'Obraz może mieć najwyżej 10 MB.', file: 'Plik może mieć najwyżej 50 MB.', pdf: 'Plik może mieć najwyżej 50 MB.' },
    tooMany: 'Za dużo plików czeka na przetworzenie. Odczekaj chwilę i spróbuj ponownie.',
    problems: problems.pl,
    failed: { image: 'Nie udało się przesłać obrazu.', file: 'Nie udało się przesłać pliku.', pdf: 'Nie udało się przesłać pliku.' },
    bmp: 'Niektóre telefony nie pokazują plików bmp: zapisano jako png.',
    uploading: (percent: number) => `Przesyłanie: ${percent}%`,
    cancel: 'Przerwij',
    remove: (label: string) => `Usuń: ${label}`,
    open: 'Otwórz plik',
    pages: (count: number, shown: string) =>
      `${shown} ${plural('pl', count, { one: 'strona', few: 'strony', many: 'stron', other: 'strony' })}`,
    replace: 'Zamień',
    replaceOf: (label: string) => `Zamień: ${label}`,
    undo: 'Przywróć poprzedni',
    undoOf: (label: string) => `Przywróć poprzedni: ${label}`,
    required: { image: 'Obraz jest wymagany.', file: 'Plik jest wymagany.', pdf: 'Plik jest wymagany.' },
  },
  {
    hint: {
      image: 'Drop, paste or pick a jpg, png, bmp or gif file, up to 10 MB',
      file: 'Drop, paste or pick a jpg, png, bmp, gif or pdf file, up to 50 MB',
      pdf: 'Drop, paste or pick a pdf file, up to 50 MB',
    },
    wrongType: {
      image: 'Only jpg, png, bmp and gif images are allowed.',
      file: 'Only jpg, png, bmp, gif and pdf files are allowed.',
      pdf: 'Only pdf files are allowed.',
    },
    tooLarge: {
      image: 'The image may have at most 10 MB.',
      file: 'The file may have at most 50 MB.',
      pdf: 'The file may have at most 50 MB.',
    },
    tooMany: 'Too many files are waiting to be processed. Wait a moment and try again.',
    problems: problems.en,
    failed: { image: 'The image could not be uploaded.', file: 'The file could not be uploaded.', pdf: 'The file could not be uploaded.' },
    bmp: 'Some phones do not show bmp files: it was stored as png.',
    uploading: (percent) => `Uploading: ${percent}%`,
    cancel: 'Stop',
    remove: (label) => `Remove: ${label}`,
    open: 'Open the file',
    pages: (count, shown) => `${shown} ${plural('en', count, { one: 'page', other: 'pages' })}`,
    replace: 'Replace',
    replaceOf: (label) => `Replace: ${label}`,
    undo: 'Undo',
    undoOf: (label) => `Undo: ${label}`,
    required: { image: 'An image is required.', file: 'A file is required.', pdf: 'A file is required.' },
  },
);
