import { addAbortSignal, type Readable } from 'node:stream';
import type { FileStorage } from '../../platform/files/file-storage.ts';

/** A client may take a file slowly; we do not, and others wait for their turn behind us. */
const WITHIN_MS = 60_000;

/** The bytes of a stored file, for our own use. The stream fails when the storage takes too long to give them. */
export const readStored = async (storage: FileStorage, name: string): Promise<Readable> =>
  addAbortSignal(AbortSignal.timeout(WITHIN_MS), await storage.read(name));
