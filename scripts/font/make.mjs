// Makes apps/web/src/app/font/inter.woff2 of the whole Inter: Polish, English and what else Latin-1 writes, the weights and features in use.
// npm install --no-save --no-package-lock inter-ui@4.1.1 subset-font@2.9.0 && node scripts/font/make.mjs
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const letters = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
const text = `${letters(0x20, 0x7e)}${letters(0xa0, 0xff)}ąćęłńóśźżĄĆĘŁŃÓŚŹŻ–—‘’‚“”„…•′″€™→←↑↓−≥≤≠≈↵\u2009\u202f\u2011`;

const whole = readFileSync('node_modules/inter-ui/variable/InterVariable.woff2');
const font = await subsetFont(whole, text, {
  targetFormat: 'woff2',
  variationAxes: { opsz: 14, wght: { min: 300, max: 700 } },
  keepFeatures: ['kern', 'calt', 'ccmp', 'locl', 'liga', 'mark', 'tnum', 'cv05', 'ss03'],
});
writeFileSync('apps/web/src/app/font/inter.woff2', font);
copyFileSync('node_modules/inter-ui/LICENSE.txt', 'apps/web/src/app/font/LICENSE');
console.log(`${(font.length / 1000).toFixed(1)} kB`);
