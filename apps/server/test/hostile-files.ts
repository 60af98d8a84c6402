import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { aBmp } from './bmp.ts';

const MB = 1024 * 1024;

/** Deflate data that unfolds to so many megabytes of one byte. */
const deflated = (byte: number, megabytes: number): Buffer => {
  const [header, end] = [Buffer.from('789c', 'hex'), Buffer.from('0300', 'hex')];
  const piece = deflateRawSync(Buffer.alloc(16 * MB, byte), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([header, ...Array.from({ length: megabytes / 16 }, () => piece), end]);
};
/** The same, deflated twice more, so that a kilobyte unfolds to a gigabyte. */
const folded = (byte: number, megabytes: number): Buffer => deflateSync(deflateSync(deflated(byte, megabytes), { level: 9 }), { level: 9 });
const FOLDED = '/Filter[/FlateDecode/FlateDecode/FlateDecode]';
const GIGABYTE = 1_024;

const object = (number: number, dictionary: string, stream?: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj<<${dictionary}${stream ? `/Length ${stream.length}` : ''}>>`),
    ...(stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream')] : []),
    Buffer.from('endobj\n'),
  ]);
const HEADER = Buffer.from('%PDF-1.5\n');
/** A pdf whose reader has to search for its objects. */
const loose = (...objects: Buffer[]): Buffer =>
  Buffer.concat([HEADER, ...objects, Buffer.from('trailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF')]);
/** A pdf that names its last object as the table of the others. */
const withTable = (objects: Buffer[], table: (offsets: number[]) => Buffer): Buffer => {
  const offsets = objects.map((_, at) => Buffer.concat([HEADER, ...objects.slice(0, at)]).length);
  const before = Buffer.concat([HEADER, ...objects]);
  return Buffer.concat([before, table(offsets), Buffer.from(`startxref\n${before.length}\n%%EOF`)]);
};

const catalog = object(1, '/Type/Catalog/Pages 2 0 R');
const page = object(3, '/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R');
const pages = (kids: string, count: number) => object(2, `/Type/Pages/Kids[${kids}]/Count ${count}`);

const tableOfZeros = (): Buffer =>
  withTable([catalog, pages('3 0 R', 1), page], () =>
    object(5, `/Type/XRef/W[1 4 2]/Size 140000000/Root 1 0 R${FOLDED}`, folded(0, GIGABYTE)),
  );
const objectsOfBlanks = (): Buffer =>
  withTable([object(2, `/Type/ObjStm/N 1/First 9${FOLDED}`, folded(0x20, GIGABYTE))], ([offset = 0]) =>
    object(3, '/Type/XRef/W[1 1 1]/Size 3/Root 1 0 R', Buffer.from([0, 0, 0, 2, 2, 0, 1, offset, 0])),
  );
const wideRows = (): Buffer => {
  const parms = '/DecodeParms<</Predictor 12/Columns 1500000000>>';
  return withTable([catalog, pages('3 0 R', 1), page], () =>
    object(5, `/Type/XRef/W[1 4 2]/Size 9/Root 1 0 R/Filter/FlateDecode${parms}`, deflated(0, 64)),
  );
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A png of grey pixels, with chunks between its header and its pixels. */
const aPng = (width: number, height: number, ...chunks: Buffer[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, MB)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Small files that take gigabytes or minutes of a reader that trusts them. */
export const hostilePdfs: Record<string, () => Buffer> = {
  'a table of objects that unfolds to a gigabyte': tableOfZeros,
  'a stream of objects that unfolds to a gigabyte': objectsOfBlanks,
  'a page that unfolds to a gigabyte': () => loose(catalog, pages('3 0 R', 1), page, object(4, FOLDED, folded(0x20, GIGABYTE))),
  'rows of 1.5 gigabytes': wideRows,
  'pages that contain themselves': () => loose(catalog, pages('2 0 R 2 0 R', 1_000_000_000)),
  'two billion pages': () => loose(catalog, pages('3 0 R', 2_000_000_000), page),
  'a million nested arrays': () => loose(catalog, pages('3 0 R', 1), page, object(4, `/A ${'['.repeat(1_000_000)}`)),
};
export const hostileImages: Record<string, () => Buffer> = {
  'a png of 100,000 × 100,000': () => aPng(100_000, 100_000),
  'a png whose profile unfolds to 256 megabytes': () => aPng(8, 8, chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflated(0, 256)]))),
  'a png whose text unfolds to 256 megabytes': () => aPng(8, 8, chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflated(0, 256)]))),
  'a bitmap that says 100,000 × 100,000': () => aBmp({ width: 1, height: 1, bits: 1, pixels: [0], claims: 100_000 }),
};
