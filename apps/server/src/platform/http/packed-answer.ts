import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { createBounded, type Kept } from '../bounded.ts';
import { packLater } from './pack-later.ts';

export type Accepted = { br: boolean; gzip: boolean };
type Encoding = 'br' | 'gzip' | null;
/** What is sent, short ones as text of one byte a sign: it leaves in one piece with its head; from some length on that is less work than copying. */
export type Packed = { encoding: Encoding; length: number; body: string | Buffer };
export const bytesOf = ({ body }: Packed): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
/** An answer of pieces, with its strong tag; asked for again and again it is packed better. */
export type PackedAnswer = {
  etag: string;
  packed: (accepted: Accepted) => Packed;
  /** Keeps nothing of what it packed, also when somebody still knows it. */
  forget: () => void;
};

/** An answer, and the instant in milliseconds at which it ends; null when only a save ends it. */
export type Prepared = { answer: PackedAnswer; until: number | null };

/** What is packed of all answers; one that is no longer kept is packed again when somebody asks for it. */
const PACKED_BYTES = 24e6;
const OWN_BYTES = 300;
const AS_TEXT_BYTES = 8_000;
/** What is asked for again is worth packing well, which takes ten times as long. */
const WORTH_IT = 2;
const BROTLI_QUALITY = 6;
const [GZIP_LEVEL, QUICK_LEVEL] = [7, 1];
/** Most answers are no longer, packed; for each of them zlib would take 16 kB. */
const QUICK_CHUNK = 4_096;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Memory of its own: a short text out of Node's pool would keep all 8 kB of it for as long as it is known. */
const ownBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** A part that many answers share. */
export class Piece {
  readonly plain: Buffer;
  readonly hash: string;
  constructor(text: string) {
    this.plain = ownBytes(text);
    this.hash = hash('sha256', this.plain, 'base64url');
  }
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { plain }) => sum + plain.length, 0);
const plainOf = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map(({ plain }) => plain));

/** Where pieces lie side by side while they are packed at once: a buffer for each would have to be collected. */
let table = Buffer.alloc(0);
const gzipQuickly = (pieces: readonly Piece[]): Buffer => {
  const length = lengthOf(pieces);
  if (table.length < length) table = Buffer.allocUnsafeSlow(length * 2);
  let at = 0;
  for (const { plain } of pieces) at += plain.copy(table, at);
  return gzipSync(table.subarray(0, length), { level: QUICK_LEVEL, chunkSize: QUICK_CHUNK });
};
const packWell = (best: 'br' | 'gzip', plain: Buffer): Promise<Buffer> =>
  best === 'br'
    ? asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
    : asGzip(plain, { level: GZIP_LEVEL });

type Form = 'br' | 'gzip' | 'quick' | 'plain';
type OnShelf = { packed: Packed; drop: () => void };
const shelf = createBounded<OnShelf>(PACKED_BYTES, ({ drop }) => drop());
/** How much is kept of what was packed. */
export const packedBytes = shelf.bytes;
let answers = 0;

export const packedAnswer = (pieces: readonly Piece[]): PackedAnswer => {
  const tag = hash('sha256', pieces.map((piece) => piece.hash).join(), 'base64url');
  const id = (answers += 1);
  const kept: Partial<Record<Form, Kept<OnShelf>>> = {};
  const asked = { br: 0, gzip: 0 };
  const unwanted = new Set<() => void>();
  let isForgotten = false;

  const drop = (form: Form): void => {
    const one = kept[form];
    delete kept[form];
    if (one?.isKept) shelf.forget(one);
  };
  const keep = (form: Form, encoding: Encoding, bytes: Buffer): Packed => {
    // What zlib returns is the beginning of a chunk of 16 kB, which would be kept with it.
    const body = bytes.length <= AS_TEXT_BYTES ? bytes.toString('latin1') : encoding ? Buffer.from(bytes) : bytes;
    const packed = { encoding, length: bytes.length, body };
    if (!isForgotten) {
      const own = shelf.set(`${id} ${form}`, { packed, drop: () => delete kept[form] }, OWN_BYTES + bytes.length);
      if (own.isKept) kept[form] = own;
    }
    return packed;
  };
  const known = (form: Form): Packed | undefined => {
    const one = kept[form];
    if (one) one.used = true;
    return one?.value.packed;
  };
  const noteAsked = (best: 'br' | 'gzip'): void => {
    asked[best] += 1;
    if (asked[best] !== WORTH_IT || isForgotten) return;
    const enough = packLater(async () => {
      const bytes = await packWell(best, plainOf(pieces));
      if (best === 'gzip') drop('quick');
      keep(best, best, bytes);
    });
    unwanted.add(enough);
  };

  return {
    etag: `"${tag}"`,
    packed: (accepted) => {
      const best = accepted.br ? 'br' : accepted.gzip ? 'gzip' : null;
      const done = best && known(best);
      if (done) return done;
      if (best) noteAsked(best);
      if (!accepted.gzip) return known('plain') ?? keep('plain', null, plainOf(pieces));
      return known('gzip') ?? known('quick') ?? keep('quick', 'gzip', gzipQuickly(pieces));
    },
    forget: () => {
      isForgotten = true;
      for (const enough of unwanted) enough();
      for (const form of ['br', 'gzip', 'quick', 'plain'] as const) drop(form);
    },
  };
};
