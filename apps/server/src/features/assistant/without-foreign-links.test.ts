import { describe, expect, test } from 'vitest';
import { ownAddresses } from './own-addresses.ts';
import { withoutForeignLinks } from './without-foreign-links.ts';

const isOwn = ownAddresses({ addresses: ['https://app.koszyk.example', 'koszyk.pl', null], appScheme: 'koszyk://' });
const stripped = (text: string): string => withoutForeignLinks(text, isOwn);

describe('Markdown written by a model', { tags: ['E-43', 'M10'] }, () => {
  test.each([
    'Zwroty przyjmujemy do **14 dni**, w każdym sklepie.',
    '- mleko < 3 zł\n- ser 5 > 4\n\n1. `kod`\n2. *ważne* (do niedzieli)',
    'Szczegóły: [regulamin](https://koszyk.pl/zwroty?a=b#c) i [koszyk](https://www.koszyk.pl).',
    'Adres: https://sklep.koszyk.pl/promocje. Albo www.koszyk.pl/promocje!',
    '[Otwórz gazetkę](koszyk://abc#2) albo [zobacz](https://app.koszyk.example/images/a.png).',
    'Napisz na bok@koszyk.pl, telefon 58 000 00 00 (8:00–16:00).',
  ])('keeps plain Markdown and links of the chain: %s', (text) => {
    expect(stripped(text)).toBe(text);
  });

  test.each([
    ['![Zwroty](https://evil.example/p.png?q=pytanie) Do 14 dni.', 'Zwroty Do 14 dni.'],
    ['![](https://koszyk.pl/p.png)Do 14 dni.', 'Do 14 dni.'],
    ['[regulamin](https://evil.example/a "Tytuł")', 'regulamin'],
    ['[regulamin](<https://evil.example/a b>)', 'regulamin'],
    ['[regulamin](javascript:alert(1)) [dane](data:text/html,x) [dzwoń](tel:123)', 'regulamin dane dzwoń'],
    ['[![Zwroty](https://koszyk.pl/p.png)](https://evil.example)', 'Zwroty'],
    ['[regulamin](https://koszyk.pl "Tytuł")', '[regulamin](https://koszyk.pl)'],
    ['[a](//evil.example) [b](/ścieżka) [c]()', 'a b c'],
    ['[regulamin][1] i [cennik]\n\n[1]: https://evil.example/a\n[cennik]: <https://evil.example/b> "x"', 'regulamin i (cennik)'],
    ['![mapa][1]\n\n[1]: https://koszyk.pl/p.png', 'mapa'],
    ['<https://evil.example/a> <b>Ważne</b> <img src="https://evil.example/p.png">', 'evil.example/a Ważne'],
    [
      'Zobacz https://evil.example/a?b=c, http://www.evil.example albo www.evil.example.',
      'Zobacz evil.example/a?b=c, evil.example albo evil.example.',
    ],
    ['[https://evil.example](https://evil.example)', 'evil.example'],
    ['[https://evil.example](https://koszyk.pl)', '[evil.example](https://koszyk.pl)'],
    ['ftp://evil.example inna://abc', 'evil.example abc'],
    ['Tabela [1], pole [ ], tekst ]( i ![', 'Tabela (1), pole ( ), tekst )( i !('],
  ])('loses images, HTML and foreign links: %s', (text, expected) => {
    expect(stripped(text)).toBe(expected);
  });

  test.each([
    'https://koszyk.pl@evil.example/',
    'https://koszyk.pl.evil.example/',
    'https://niekoszyk.pl/',
    'https://koszyk.pl\\@evil.example',
    'https:evil.example',
    'koszyk://a/b',
    'https://evil.example/?https://koszyk.pl',
    'https://evil.example#koszyk.pl',
  ])('treats %s as a foreign address', (address) => {
    expect(stripped(`[słowa](${address})`)).toBe('słowa');
    expect(stripped(address)).not.toMatch(/^[a-z]+:\/\/|www\./);
  });

  test.each([
    '&#104;ttps://evil.example',
    '&#x68;ttps&colon;//evil.example',
    'https\\://evil.example',
    '\\[słowa](https://evil.example)',
    '[słowa]<b></b>(https://evil.example)',
    '[słowa](ht\u0000tps://evil.example)',
    'ht\u202atps://evil.example',
    '<<b>img src=https://evil.example>',
    'httphttps://s://evil.example',
    '!<b></b>[słowa](https://koszyk.pl/p.png)',
    '[a[b](https://evil.example)](https://evil.example)',
    '[a](https://evil.example/(b))',
    '<img src=x onerror=alert(1)',
    '<<<div onclick=alert(1)',
    '&lt;img src="https://evil.example"&gt;',
    '1https://evil.example',
    'zobacz:https://evil.example',
    '[1]:\nhttps://evil.example\n\n[1]',
  ])('cannot bypass the removal of foreign links: %s', (text) => {
    const rest = stripped(text);
    expect(rest).not.toMatch(/:\/\/(?!koszyk\.pl)|\]\((?!https:\/\/koszyk\.pl)|!\[|<[a-z]|www\.|\]:/i);
    // Stripping is idempotent.
    expect(stripped(rest)).toBe(rest);
  });

  test('is replaced by an empty text when links are nested too deeply', () => {
    expect(stripped(`${'['.repeat(100)}a${'](b)'.repeat(100)}`)).toBe('');
  });
});
