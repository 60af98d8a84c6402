import type { Readable } from 'node:stream';

/** Why a storage cannot serve a request: it does not answer, refuses access, or has only a part of the file. */
export type StorageTrouble = 'away' | 'refused' | 'incomplete';

/** The storage cannot serve a request now. The same request may succeed later (D-24). */
export class StorageAway extends Error {
  readonly trouble: StorageTrouble;
  constructor(message: string, { trouble = 'away', ...options }: ErrorOptions & { trouble?: StorageTrouble } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** Where named blobs are kept. Names are made by the caller and never contain a path; a name exists only once its bytes are complete (F47). */
export type FileStorage = {
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Keeps a finished local file of so many bytes; the file itself stays the caller's. */
  take: (name: string, path: string, bytes: number) => Promise<void>;
  /** Bytes of a blob, null when there is none. */
  size: (name: string) => Promise<number | null>;
  /** Its bytes, or those of a range, which a storage that knows that it has fewer refuses. */
  read: (name: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Throws when nothing can be kept here now. */
  check: () => Promise<void>;
  /** Whether nothing is kept here; throws where that cannot be known. */
  isEmpty: () => Promise<boolean>;
  /** Removes what a process that died left of its writing so long ago. */
  tidy: (olderThanMs: number) => Promise<void>;
  /** Removing what is not there is fine. */
  remove: (name: string) => Promise<void>;
};
