// Offsets and lengths in the records of a zip archive (APPNOTE 4.3).
const LOCAL = { method: 8, packedSize: 18, nameLength: 26, extraLength: 28, length: 30 } as const;
const CENTRAL = { method: 10, packedSize: 20, nameLength: 28, extraLength: 30, commentLength: 32, offset: 42, length: 46 } as const;
const END = { entries: 10, directoryOffset: 16, length: 22 } as const;

type Entry = { name: string; local: Uint8Array; central: Uint8Array };

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The entries of an archive without a comment and without data descriptors, which the library writes. */
const entriesOf = (zip: Uint8Array): Entry[] => {
  const view = viewOf(zip);
  const end = zip.length - END.length;
  const entries: Entry[] = [];
  let at = view.getUint32(end + END.directoryOffset, true);
  for (let left = view.getUint16(end + END.entries, true); left > 0; left--) {
    const nameLength = view.getUint16(at + CENTRAL.nameLength, true);
    const next =
      at + CENTRAL.length + nameLength + view.getUint16(at + CENTRAL.extraLength, true) + view.getUint16(at + CENTRAL.commentLength, true);
    const offset = view.getUint32(at + CENTRAL.offset, true);
    const head = LOCAL.length + view.getUint16(offset + LOCAL.nameLength, true) + view.getUint16(offset + LOCAL.extraLength, true);
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + CENTRAL.length, at + CENTRAL.length + nameLength)),
      local: zip.slice(offset, offset + head + view.getUint32(at + CENTRAL.packedSize, true)),
      central: zip.slice(at, next),
    });
    at = next;
  }
  return entries;
};

/** Returns the entry with uncompressed content. */
const stored = ({ name, local, central }: Entry, content: Uint8Array): Entry => {
  const head = LOCAL.length + viewOf(local).getUint16(LOCAL.nameLength, true);
  const bytes = new Uint8Array(head + content.length);
  bytes.set(local.subarray(0, head));
  bytes.set(content, head);
  for (const [part, offsets] of [
    [bytes, LOCAL],
    [central, CENTRAL],
  ] as const) {
    viewOf(part).setUint16(offsets.method, 0, true);
    viewOf(part).setUint32(offsets.packedSize, content.length, true);
  }
  viewOf(bytes).setUint16(LOCAL.extraLength, 0, true);
  return { name, local: bytes, central };
};

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * Returns an OpenDocument archive with an uncompressed `mimetype` as its first entry, so that programs detect the type by the first bytes
 * (OpenDocument 1.2, part 3, 3.3). The library compresses it like the others and puts it last.
 */
export const withMimetypeFirst = (zip: Uint8Array, mimetype: string): ArrayBuffer => {
  const all = entriesOf(zip);
  const kind = all.find(({ name }) => name === 'mimetype');
  if (!kind) throw new Error('The document has no mimetype');
  const entries = [stored(kind, new TextEncoder().encode(mimetype)), ...all.filter((entry) => entry !== kind)];
  let offset = 0;
  for (const { local, central } of entries) {
    viewOf(central).setUint32(CENTRAL.offset, offset, true);
    offset += local.length;
  }
  const end = zip.slice(zip.length - END.length);
  viewOf(end).setUint32(END.directoryOffset, offset, true);
  return joined([...entries.map(({ local }) => local), ...entries.map(({ central }) => central), end]).buffer;
};
