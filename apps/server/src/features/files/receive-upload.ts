import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { Problem } from '@endcap/contract/core';
import type { FastifyRequest } from 'fastify';
import { removeOld } from '../../platform/files/remove-old.ts';
import { turnsByOwner } from '../../platform/turns.ts';
import { uploadName } from './upload-name.ts';

/** `signal` aborts when the sender closes the connection. */
export type Received = { path: string; bytes: number; name: string; signal: AbortSignal };

/** A part that says no file name is a file too when it is of bytes; the library's type leaves that out. */
type Part = Omit<MultipartFile, 'filename'> & { filename: string | undefined };

const FOLDER_PREFIX = 'endcap-upload-';

/** Removes what processes that died had received so long ago (F47). Others share the temporary folder of a machine. */
export const tidyReceived = (olderThanMs: number): Promise<void> => removeOld(tmpdir(), { prefix: FOLDER_PREFIX }, olderThanMs);

/** Whether a disk is full, or this account's share of it. */
const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

const refuse = (error: unknown): never => {
  throw isNoRoom(error) ? new Problem('no_room', 'There is no room for the file') : error;
};

/** A folder that is missing says what a database says that is away (ENOENT), and is the operator's to mend. */
const refuseFolder = (error: unknown): never =>
  refuse(isNoRoom(error) ? error : new Error('No temporary folder can be made', { cause: error }));

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** What the reader of uploads says of its own errors. */
const hasSaid = (error: unknown, name: 'code' | 'statusCode', value: unknown): boolean =>
  error instanceof Error && Object.entries(error).some(([key, said]) => key === name && said === value);

/** A file waits for its turn at most so long: its sender sends nothing meanwhile, and is cut off after a minute. */
const TURN_WITHIN_MS = 20_000;
/** Uploads of one person: received and read at once, and waiting. A program may send a whole week's images at once. */
const ofPerson = turnsByOwner(2, 50);
/** The same of everybody together, so that the temporary folder holds only so many files. */
const ofEverybody = turnsByOwner(20, 200);

const receive = async <T>(request: FastifyRequest, limit: number, work: (file: Received) => Promise<T>): Promise<T> => {
  // The sender may have left while this waited: nothing more would come of the request, not even its end.
  if (request.raw.destroyed) throw new Problem('bad_request', 'The upload broke off');
  const parts = request.files({ limits: { fileSize: limit } });
  const next = (): Promise<Part | undefined> =>
    parts.next().then(
      ({ value }: { value: Part | undefined }) => value,
      (error: unknown) => {
        if (hasSaid(error, 'code', 'FST_FILES_LIMIT')) throw new Problem('bad_request', 'Send one file');
        throw new Problem(hasSaid(error, 'statusCode', 413) ? 'too_large' : 'bad_request', 'The upload cannot be read');
      },
    );
  const part = await next();
  /** Whoever reads no answer before all is sent would wait for ever for what nobody takes. */
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
    // What comes after it has to be nothing, or it would be lost without a word (D-19).
    if (await next()) throw new Problem('bad_request', 'Send one file');
    return await work({ path, bytes: (await stat(path)).size, name, signal: gone.signal });
  } catch (error) {
    return refuse(isAbort(error) && gone.signal.aborted ? new Problem('bad_request', 'The upload broke off') : error);
  } finally {
    request.raw.socket.off('close', onClose);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Does some work when its turn comes. Throws `too_many_requests`, and does nothing, where that takes too long. */
const inTime = <T>(inTurn: (work: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const tooLate = new Problem('too_many_requests', 'Too many uploads, try again later');
    const waiting = new AbortController();
    const timer = setTimeout(() => {
      waiting.abort(tooLate);
      reject(tooLate);
    }, TURN_WITHIN_MS);
    const begin = async (): Promise<T> => {
      waiting.signal.throwIfAborted();
      clearTimeout(timer);
      return work();
    };
    inTurn(begin).then(resolve, reject);
  });

type Sender = { by: string; maxBytes: number };

/**
 * Streams the one file of a multipart request to a temporary file, lets it be worked on, and removes it whatever happens (U05, U12, U13, U15).
 * People take turns: nothing of a file is received before it is its turn. Where too many wait already, or the turn does not come in time, it
 * throws `too_many_requests`.
 */
export const receiveUpload = async <T>(
  request: FastifyRequest,
  { by, maxBytes }: Sender,
  work: (file: Received) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart()) throw new Problem('unsupported_type', 'Send one file as multipart/form-data, field "file"');
  const inTurn = (begin: () => Promise<T>): Promise<T> => ofPerson(by, () => ofEverybody('uploads', begin));
  return inTime(inTurn, () => receive(request, maxBytes, work));
};
