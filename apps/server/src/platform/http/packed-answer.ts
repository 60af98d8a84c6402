import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, deflateRawSync, gzip } from 'node:zlib';

/** A part that many answers share, packed once. */
export type Piece = { plain: Buffer; deflated: Buffer; hash: string };
export type Accepted = { br: boolean; gzip: boolean };
export type Packed = { encoding: 'br' | 'gzip' | null; bytes: Buffer };
/** An answer of pieces, with its strong tag; asked for again and again it is packed better. */
export type PackedAnswer = { etag: string; packed: (accepted: Accepted) => Packed };

/** What is asked for again is worth packing as a whole, which takes a hundred times as long and makes it several times smaller. */
const WORTH_IT = 2;
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 7;
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of a deflated stream, without anything in it. */
const DEFLATE_END = Buffer.from([3, 0]);

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Packs a text so that it can stand anywhere in an answer: flushed to a whole byte, and looking back at nothing before it. */
export const pieceOf = (text: string): Piece => {
  const plain = Buffer.from(text);
  return {
    plain,
    deflated: deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH }),
    hash: createHash('sha256').update(plain).digest('base64url'),
  };
};

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

export const packedAnswer = (pieces: readonly Piece[]): PackedAnswer => {
  const hash = createHash('sha256').update(pieces.map((piece) => piece.hash).join());
  const thorough: { br?: Buffer; gzip?: Buffer } = {};
  const asked = { br: 0, gzip: 0 };
  return {
    etag: `"${hash.digest('base64url')}"`,
    packed: (accepted) => {
      const best = accepted.br ? 'br' : accepted.gzip ? 'gzip' : null;
      const done = best && thorough[best];
      if (done) return { encoding: best, bytes: done };
      if (best && ++asked[best] === WORTH_IT) {
        const plain = plainOf(pieces);
        const packing =
          best === 'br'
            ? asBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
            : asGzip(plain, { level: GZIP_LEVEL });
        packing.then(
          (bytes) => {
            thorough[best] = bytes;
          },
          // The quick one serves as well.
          () => {},
        );
      }
      return accepted.gzip ? { encoding: 'gzip', bytes: joined(pieces) } : { encoding: null, bytes: plainOf(pieces) };
    },
  };
};
