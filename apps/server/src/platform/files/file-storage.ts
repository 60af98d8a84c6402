import type { Readable } from 'node:stream';

/** Reason why a storage cannot serve a request: it does not answer, refuses access, or has only a part of the file. */
export type StorageTrouble = 'away' | 'refused' | 'incomplete';

/** The storage cannot serve a request now. The same request may succeed later (D-24). */
export class StorageAway extends Error {
  readonly trouble: StorageTrouble;
  constructor(message: string, { trouble = 'away', ...options }: ErrorOptions & { trouble?: StorageTrouble } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** Storage of named blobs. The caller chooses names, which contain no path. A name exists only once its bytes are complete (F47). */
export type FileStorage = {
  put: (name: string, bytes: Buffer) => Promise<void>;
  /** Stores a copy of a finished local file of so many bytes. The file still belongs to the caller. */
  take: (name: string, path: string, bytes: number) => Promise<void>;
  /** Returns the number of bytes of a blob; null if it does not exist. */
  size: (name: string) => Promise<number | null>;
  /** Reads a blob or a range of it. Throws if the storage detects that it has fewer bytes than the range. */
  read: (name: string, range?: { start: number; end: number }) => Promise<Readable>;
  /** Throws if nothing can be stored now. */
  check: () => Promise<void>;
  /** Returns whether the storage has no blobs; throws if it cannot find out. */
  isEmpty: () => Promise<boolean>;
  /** Removes unfinished files of crashed processes that are older than this. */
  tidy: (olderThanMs: number) => Promise<void>;
  /** Succeeds also if there is no such blob. */
  remove: (name: string) => Promise<void>;
};
