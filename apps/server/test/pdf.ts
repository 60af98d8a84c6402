const letters = 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ';
const glyphs = ['aogonek', 'cacute', 'eogonek', 'lslash', 'nacute', 'oacute', 'sacute', 'zacute', 'zdotaccent'];
const capital = (name: string): string => name[0]?.toUpperCase() + name.slice(1);
const differences = [...glyphs, ...glyphs.map(capital)].map((name) => `/${name}`).join(' ');

const escaped = (text: string): string =>
  [...text]
    .map((sign) => {
      const at = letters.indexOf(sign);
      return at >= 0 ? `\\${(128 + at).toString(8)}` : sign.replace(/[()\\]/g, '\\$&');
    })
    .join('');

/** A pdf with a text layer of these pages, in Latin letters with the Polish ones. */
export const pdfWith = (pages: readonly string[]): Buffer => {
  const font = 3;
  const first = 4;
  const kids = pages.map((_, at) => `${first + at * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[128 ${differences}]>>>>`,
    ...pages.flatMap((text, at) => {
      const lines = text === '' ? '' : (text.match(/.{1,90}(\s|$)/g) ?? [text]).map((line) => `(${escaped(line.trim())}) '`).join(' ');
      const stream = lines === '' ? '' : `BT /F1 10 Tf 14 TL 40 800 Td ${lines} ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${first + at * 2 + 1} 0 R/Resources<</Font<</F1 ${font} 0 R>>>>>>`,
        `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  );
};

/** The same, asking for a password. */
export const protectedPdf = (pages: readonly string[]): Buffer => {
  const key = '5a'.repeat(32);
  const encrypt = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${key}>/U<${key}>>>`;
  return Buffer.from(pdfWith(pages).toString('latin1').replace('trailer<<', `trailer<<${encrypt}`), 'latin1');
};
