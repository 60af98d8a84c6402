import { addAbortSignal, type Readable } from 'node:stream';
import type { FileStorage } from '../../platform/files/file-storage.ts';

/** Clients may read a file slowly, but the server itself must not: others wait for the same slot. */
const WITHIN_MS = 60_000;

/** Reads a stored file for the server itself. The stream fails if the storage is too slow. */
export const readStored = async (storage: FileStorage, name: string): Promise<Readable> =>
  addAbortSignal(AbortSignal.timeout(WITHIN_MS), await storage.read(name));
