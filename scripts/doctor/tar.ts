import { gzipSync } from 'node:zlib';

export type TarEntry = { name: string; text: string };

const BLOCK = 512;
const MODE = '0000600';

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** A header of the format ustar; names have at most 99 bytes. */
const headerOf = (name: string, size: number, at: Date): Buffer => {
  const header = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, name],
    [100, MODE],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(Math.floor(at.getTime() / 1_000), 11)],
    // The checksum counts as spaces while it is computed.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar'],
    [263, '00'],
  ];
  for (const [offset, text] of fields) header.write(text, offset);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
};

/** Texts as a .tar.gz, which every tar unpacks. */
export const tarOf = (entries: readonly TarEntry[], at: Date): Buffer => {
  const blocks = entries.flatMap(({ name, text }) => {
    const bytes = Buffer.from(text);
    return [headerOf(name, bytes.length, at), bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
};
