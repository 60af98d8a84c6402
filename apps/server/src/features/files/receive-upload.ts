import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import { removeOld } from '../../platform/files/remove-old.ts';
import { queueByOwner } from '../../platform/queue-by-owner.ts';
import { uploadName } from './upload-name.ts';

/** `signal` aborts when the sender closes the connection. */
export type Received = { path: string; bytes: number; name: string; signal: AbortSignal };

/** A part without a file name is a file too if it contains bytes; the type of the library lacks that. */
type Part = Omit<MultipartFile, 'filename'> & { filename: string | undefined };

const FOLDER_PREFIX = 'endcap-upload-';

/** Removes files that crashed processes received longer ago than this (F47). Other programs use the same temporary folder. */
export const tidyReceived = (olderThanMs: number): Promise<void> => removeOld(tmpdir(), { prefix: FOLDER_PREFIX }, olderThanMs);

/** Returns true if the disk, or the quota of this account, is full. */
const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

const refuse = (error: unknown): never => {
  throw isNoRoom(error) ? new Problem('no_room', 'There is no room for the file') : error;
};

/** A missing folder fails with ENOENT, as an unavailable database does. It is an internal error that the operator has to fix. */
const refuseFolder = (error: unknown): never =>
  refuse(isNoRoom(error) ? error : new Error('No temporary folder can be made', { cause: error }));

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Returns true if the multipart parser threw an error with this code or status. */
const isParserError = (error: unknown, name: 'code' | 'statusCode', value: unknown): boolean =>
  error instanceof Error && Object.entries(error).some(([key, its]) => key === name && its === value);

/** Longest time that an upload waits in the queue. Its sender sends nothing meanwhile, and would be disconnected after a minute. */
const QUEUE_TIMEOUT_MS = 20_000;
/** Uploads of one person: received and read at once, and waiting. A program may send a whole week's images at once. */
const ofPerson = queueByOwner(2, 50);
/** The same limits for all people together, so that the temporary folder contains a limited number of files. */
const ofEverybody = queueByOwner(20, 200);

const receive = async <T>(request: FastifyRequest, limit: number, work: (file: Received) => Promise<T>): Promise<T> => {
  // The sender may have disconnected while this waited. The request would then emit nothing more, not even its end.
  if (request.raw.destroyed) throw new Problem('bad_request', 'The upload broke off');
  const parts = request.files({ limits: { fileSize: limit } });
  const next = (): Promise<Part | undefined> =>
    parts.next().then(
      ({ value }: { value: Part | undefined }) => value,
      (error: unknown) => {
        if (isParserError(error, 'code', 'FST_FILES_LIMIT')) throw new Problem('bad_request', 'Send one file');
        throw new Problem(isParserError(error, 'statusCode', 413) ? 'too_large' : 'bad_request', 'The upload cannot be read');
      },
    );
  const part = await next();
  /** Drains the body before the error is sent, because some clients read no response until they have sent everything. */
  const unread = (error: unknown): never => {
    part?.file.resume();
    throw error;
  };
  if (!part || part.fieldname !== 'file') return unread(new Problem('bad_request', 'The field "file" is missing'));
  if (part.filename === undefined) return unread(new Problem('bad_request', 'The file has no name'));
  const name = uploadName(part.filename);
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX)).catch(refuseFolder).catch(unread);
  const gone = new AbortController();
  const onClose = (): void => gone.abort();
  request.raw.socket.once('close', onClose);
  try {
    const path = join(folder, 'file');
    const tooLarge = new Problem('too_large', `Files may have at most ${limit / 1024 / 1024} MB`);
    // The part itself would only end where the sender ends it.
    part.file.once('limit', () => part.file.destroy(tooLarge));
    if (part.file.truncated) throw tooLarge;
    await pipeline(part.file, createWriteStream(path)).catch((error: unknown) => {
      throw isNoRoom(error) || error instanceof Problem ? error : new Problem('bad_request', 'The upload broke off');
    });
    // Reject anything after the file, which would otherwise be lost silently (D-19).
    if (await next()) throw new Problem('bad_request', 'Send one file');
    return await work({ path, bytes: (await stat(path)).size, name, signal: gone.signal });
  } catch (error) {
    return refuse(isAbort(error) && gone.signal.aborted ? new Problem('bad_request', 'The upload broke off') : error);
  } finally {
    request.raw.socket.off('close', onClose);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Runs queued work. Throws `too_many_requests`, without running it, if it waits too long. */
const inTime = <T>(queued: (work: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const tooLate = new Problem('too_many_requests', 'Too many uploads, try again later');
    const waiting = new AbortController();
    const timer = setTimeout(() => {
      waiting.abort(tooLate);
      reject(tooLate);
    }, QUEUE_TIMEOUT_MS);
    const begin = async (): Promise<T> => {
      waiting.signal.throwIfAborted();
      clearTimeout(timer);
      return work();
    };
    queued(begin).then(resolve, reject);
  });

type Sender = { by: string; maxBytes: number };

/**
 * Streams the one file of a multipart request to a temporary file, passes it to `work`, and removes it in any case (U05, U12, U13, U15).
 * Uploads are queued per person; nothing of a file is received while it waits. Throws `too_many_requests` if the queue is full, or if the
 * wait is too long.
 */
export const receiveUpload = async <T>(
  request: FastifyRequest,
  { by, maxBytes }: Sender,
  work: (file: Received) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) throw new Problem('unsupported_type', 'Send one file as multipart/form-data, field "file"');
  const queued = (begin: () => Promise<T>): Promise<T> => ofPerson(by, () => ofEverybody('uploads', begin));
  return inTime(queued, () => receive(request, maxBytes, work));
};
