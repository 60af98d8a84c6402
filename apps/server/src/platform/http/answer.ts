import { hash } from 'node:crypto';

/** Copies a text into its own memory. A short text from Node's buffer pool would retain all 8 kB of the pool while it is cached. */
const ownBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** A part that many answers share, stored once. */
export class Piece {
  readonly plain: Buffer;
  readonly hash: string;
  constructor(text: string) {
    this.plain = ownBytes(text);
    this.hash = hash('sha256', this.plain, 'base64url');
  }
}

/** An answer made of pieces, one after the other, with its strong tag: equal answers have the same one. */
export type Answer = { etag: string; pieces: readonly Piece[] };
export const answerOf = (pieces: readonly Piece[]): Answer => ({
  etag: `"${hash('sha256', pieces.map((piece) => piece.hash).join(), 'base64url')}"`,
  pieces,
});

/** The bytes of an answer before any compression. */
export const plainOf = ({ pieces }: Answer): Buffer => Buffer.concat(pieces.map(({ plain }) => plain));

/** An answer, and the instant in milliseconds at which it ends; null when only a save ends it. */
export type Prepared = { answer: Answer; until: number | null };
