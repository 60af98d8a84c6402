import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Bytes as they lie on the disk, and their SHA256. */
export type Piece = { bytes: number; sha256: string };

const meter = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    pass: async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    piece: (): Piece => ({ bytes, sha256: hash.digest('hex') }),
  };
};

/** Writes a new file that its owner alone may read, flushed to the disk. */
export const writePiece = async (path: string, source: Readable, signal: AbortSignal): Promise<Piece> => {
  const { pass, piece } = meter();
  await pipeline(source, pass, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }), { signal });
  return piece();
};

/** Measures the contents of a stream. */
export const pieceOf = async (source: Readable, signal: AbortSignal): Promise<Piece> => {
  const { pass, piece } = meter();
  await pipeline(
    source,
    pass,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) void chunk;
    },
    { signal },
  );
  return piece();
};

export const pieceOfFile = (path: string, signal: AbortSignal): Promise<Piece> => pieceOf(createReadStream(path), signal);
