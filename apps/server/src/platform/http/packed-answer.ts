import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from 'node:zlib';

export type Accepted = { br: boolean; gzip: boolean };
type Packed = { encoding: 'br' | 'gzip' | null; bytes: Buffer };
/** An answer of pieces, with its strong tag; asked for again and again it is packed better. */
export type PackedAnswer = {
  etag: string;
  packed: (accepted: Accepted) => Packed;
  /** How often it was packed better than before. */
  better: () => number;
  /** How much it keeps for itself. */
  bytes: () => number;
  /** Keeps nothing of what it packed, also when somebody still knows it. */
  forget: () => void;
};

/** An answer, and the instant in milliseconds at which it ends; null when only a save ends it. */
export type Prepared = { answer: PackedAnswer; until: number | null };

/** What is asked for again is worth packing as a whole, which takes a hundred times as long and makes it several times smaller. */
const WORTH_IT = 2;
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 7;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of a deflated stream, without anything in it. */
const DEFLATE_END = Buffer.from([3, 0]);
/** What an answer weighs by itself, and by each of its pieces. */
const [OWN_BYTES, PIECE_BYTES] = [600, 8];

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
/** Answers that are to be packed as a whole, one at a time: it takes the processor from those who wait for an answer. */
const waiting: (() => Promise<void>)[] = [];
const WAIT_AT_MOST = 1_000;
const packNext = async (): Promise<void> => {
  await waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) void packNext();
};

const WORTH_DEFLATING = 100;
/** What zlib returns is the beginning of a chunk of 16 kB, which would be kept with it. */
const SMALL_CHUNK = 512;
const ofOwn = (bytes: Buffer): Buffer => Buffer.from(bytes);

/** A block that is stored as it is (RFC 1951, 3.2.4). */
const stored = (plain: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(plain.length, 1);
  head.writeUInt16LE(0xffff - plain.length, 3);
  return Buffer.concat([head, plain]);
};

/** A part that many answers share, packed once, when it is first needed: so that it can stand anywhere, looking back at nothing before it. */
export class Piece {
  readonly plain: Buffer;
  #deflated: Buffer | undefined;
  #hash: string | undefined;

  constructor(text: string) {
    this.plain = Buffer.from(text);
  }
  /** Flushed to a whole byte. */
  get deflated(): Buffer {
    this.#deflated ??=
      this.plain.length < WORTH_DEFLATING
        ? stored(this.plain)
        : deflateRawSync(this.plain, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: SMALL_CHUNK });
    return this.#deflated;
  }
  get hash(): string {
    return (this.#hash ??= createHash('sha256').update(this.plain).digest('base64url'));
  }
}

const plainOf = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map(({ plain }) => plain));

/** A gzip member of pieces that are packed already (RFC 1951, RFC 1952). */
const joined = (pieces: readonly Piece[]): Buffer => {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(
    pieces.reduce((sum, { plain }) => crc32(plain, sum), 0),
    0,
  );
  tail.writeUInt32LE(pieces.reduce((sum, { plain }) => sum + plain.length, 0) >>> 0, 4);
  return Buffer.concat([GZIP_HEAD, ...pieces.map(({ deflated }) => deflated), DEFLATE_END, tail]);
};

const wholly = (best: 'br' | 'gzip', plain: Buffer): Promise<Buffer> =>
  best === 'br'
    ? asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } })
    : asGzip(plain, { level: GZIP_LEVEL });

/** `grown` is told when it keeps more than before. */
export const packedAnswer = (pieces: readonly Piece[], grown: () => void = () => {}): PackedAnswer => {
  const hash = createHash('sha256').update(pieces.map((piece) => piece.hash).join());
  const kept: { br?: Buffer; gzip?: Buffer; quick?: Buffer; plain?: Buffer } = {};
  const asked = { br: 0, gzip: 0 };
  let better = 0;
  let isForgotten = false;
  const keep = (as: keyof typeof kept, bytes: Buffer): Buffer => {
    if (isForgotten) return bytes;
    kept[as] = bytes;
    grown();
    return bytes;
  };
  const packWhole = async (best: 'br' | 'gzip'): Promise<void> => {
    // When it fails the quick one serves as well.
    const bytes = await wholly(best, plainOf(pieces)).catch(() => null);
    if (!bytes) return;
    if (best === 'gzip') delete kept.quick;
    better += 1;
    keep(best, ofOwn(bytes));
  };
  const noteAsked = (best: 'br' | 'gzip'): void => {
    asked[best] += 1;
    if (asked[best] !== WORTH_IT || waiting.length >= WAIT_AT_MOST) return;
    waiting.push(() => packWhole(best));
    if (waiting.length === 1) void packNext();
  };
  return {
    etag: `"${hash.digest('base64url')}"`,
    packed: (accepted) => {
      const best = accepted.br ? 'br' : accepted.gzip ? 'gzip' : null;
      const done = best && kept[best];
      if (done) return { encoding: best, bytes: done };
      if (best) noteAsked(best);
      if (!accepted.gzip) return { encoding: null, bytes: kept.plain ?? keep('plain', plainOf(pieces)) };
      return { encoding: 'gzip', bytes: kept.gzip ?? kept.quick ?? keep('quick', joined(pieces)) };
    },
    better: () => better,
    forget: () => {
      isForgotten = true;
      for (const as of ['br', 'gzip', 'quick', 'plain'] as const) delete kept[as];
    },
    bytes: () => Object.values(kept).reduce((sum, { length }) => sum + length, OWN_BYTES + pieces.length * PIECE_BYTES),
  };
};
