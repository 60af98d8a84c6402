import { readFile } from 'node:fs/promises';

/** Returns a PDF of one page that shows its title. */
const pdfOf = (title: string): Buffer => {
  const text = `BT /F1 24 Tf 72 760 Td (${title.normalize('NFD').replace(/[^ -~]/g, '')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(body + table);
};

const FILE = /^(?<kind>image|pdf):(?<name>.+)$/;

/** Returns whether a text of the demo data refers to a file, e.g. `image:bread` or `pdf:Regulamin`. */
export const isDemoFile = (text: string): boolean => FILE.test(text);

export const readDemoFile = async (text: string): Promise<Buffer> => {
  const { kind, name = '' } = FILE.exec(text)?.groups ?? {};
  return kind === 'pdf' ? pdfOf(name) : readFile(new URL(`images/${name}.jpg`, import.meta.url));
};
