import { expect, test } from 'vitest';
import { firstSentence } from './first-sentence.ts';

test.each([
  [
    '# Zwroty\n\nTowar można **zwrócić** w ciągu [30 dni](https://sklep.example). Potrzebny jest paragon.',
    'Towar można zwrócić w ciągu 30 dni.',
  ],
  ['Reklamacje, np. opakowań, przyjmuje _każdy_ sklep.\nTakże w niedzielę.', 'Reklamacje, np. opakowań, przyjmuje każdy sklep.'],
  ['# Zwroty ## Terminy Towar można **zwrócić**. Potrzebny jest paragon.', 'Zwroty Terminy Towar można zwrócić.'],
  ['## Tylko nagłówek', 'Tylko nagłówek'],
  ['- **Punkt** pierwszy\n- punkt drugi', 'Punkt pierwszy'],
  ['1. Otwórz `aplikację`\n2. Zaloguj się', 'Otwórz aplikację'],
  ['> Cytat z regulaminu', 'Cytat z regulaminu'],
  ['| Dzień | Godziny |\n|---|---|\n| pn | 6-22 |', 'Dzień, Godziny'],
  ['![logo](logo.png)\n\n---\n\nO programie InterPunkty', 'O programie InterPunkty'],
  ['Cena 2 * 3 = 6 zł, kod A_B_C bez zmian', 'Cena 2 * 3 = 6 zł, kod A_B_C bez zmian'],
  ['Zdanie bez znaczników\nw dwóch wierszach', 'Zdanie bez znaczników w dwóch wierszach'],
  ['', ''],
])('a row of knowledge shows its first sentence without markdown: %j', { tags: ['E-69'] }, (source, shown) =>
  expect(firstSentence(source)).toBe(shown),
);
