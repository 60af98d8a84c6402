import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '../../platform/files/file-storage.ts';

/** Whoever is sent a file may be slow; we are not, and others wait for their turn behind it. */
const WITHIN_MS = 60_000;

/** All bytes of a stored file, for our own use; throws when the storage takes too long to give them. */
export const readWhole = async (storage: FileStorage, name: string): Promise<Buffer> =>
  buffer(addAbortSignal(AbortSignal.timeout(WITHIN_MS), await storage.read(name)));
