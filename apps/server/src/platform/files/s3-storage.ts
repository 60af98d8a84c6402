import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readAnswer } from '../read-answer.ts';
import { type FileStorage, StorageAway } from './file-storage.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Dates the signatures. */
  now: () => Date;
  answerWithinMs?: number;
};

/** Most stores answer within this; a hanging one must not block an upload forever. */
const ANSWER_WITHIN_MS = 60_000;
const CHECK_TIMEOUT_MS = 2_000;
/** A name that no upload has. */
const NOTHING = 'nothing';
/** Name of an object that is written and removed to check whether the key may write. */
const TRIAL = 'trial';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

const away = (cause: unknown): never => {
  throw new StorageAway('The object store does not answer', { cause });
};
/** Status codes by which some stores report overload; others use 503. */
const COMES_BACK = new Set([408, 429]);
const isBusy = ({ status }: Response): boolean => status >= 500 || COMES_BACK.has(status);
const REPEATS = 3;
const FIRST_PAUSE_MS = 100;
const refusal = (answer: Response, method: string): StorageAway =>
  new StorageAway(`The object store answered ${answer.status} to ${method}`, { trouble: isBusy(answer) ? 'away' : 'refused' });
const incomplete = (name: string, has: number | null, bytes: number): StorageAway =>
  new StorageAway(`The object store has ${has ?? 0} of ${bytes} bytes of ${name}`, { trouble: 'incomplete' });
const mayNotList = (bucket: string): Error =>
  new Error(`The key may not list the bucket ${bucket} (s3:ListBucket), so the object store answers 403 for what is not there`);

/** Limits the time until a response begins. Its body may take longer, since its reader may be slow; `fetch` itself ends a stalled one. */
const within = async (ms: number, call: (signal: AbortSignal) => Promise<Response>): Promise<Response> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  return call(late.signal)
    .catch(away)
    .finally(() => clearTimeout(timer));
};

const sendFile = ({ url, headers }: Request, path: string, signal: AbortSignal): Promise<Response> => {
  const file = createReadStream(path);
  const init = { method: 'PUT', headers, body: Readable.toWeb(file) as ReadableStream, duplex: 'half', signal };
  // `fetch` does not close the file if the store reads none of it, or not all.
  return fetch(url, init as RequestInit).finally(() => file.destroy());
};

type SignedInit = Parameters<AwsClient['sign']>[1];
type Sign = (url: string, init: SignedInit) => Promise<Request>;
/** Dates signatures by `now`, because stores reject those that are a quarter of an hour off. */
const signer =
  (client: AwsClient, now: () => Date): Sign =>
  (url, init) =>
    client.sign(url, {
      ...init,
      aws: {
        datetime: now()
          .toISOString()
          .replaceAll(/[:-]|\.\d{3}/g, ''),
      },
    });

/**
 * Signs calls and repeats them while the store is busy. The client's own `fetch` puts the signal into a Request and is not used: the
 * signal is garbage-collected with that Request and then never ends a call.
 */
const signedCalls =
  (sign: Sign) =>
  async (url: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    for (let repeat = 0; ; repeat += 1) {
      const answer = await fetch(await sign(url, init), { signal });
      if (repeat === REPEATS || !isBusy(answer)) return answer;
      await answer.body?.cancel();
      await sleep(FIRST_PAUSE_MS * 2 ** repeat * Math.random(), undefined, { signal });
    }
  };

/** Throws unless a response has as many bytes as the requested range. */
const checkLength = async (name: string, { headers, body }: Response, { start, end }: { start: number; end: number }): Promise<void> => {
  const length = headers.get('content-length');
  const expected = end - start + 1;
  if (length === null || Number(length) === expected) return;
  await body?.cancel();
  throw incomplete(name, Number(length), expected);
};

/** Calls of `check`, which have to be answered quickly. */
type Probe = (path: string, method?: string) => Promise<Response>;

/**
 * Remembers the last call that the store refused. The list and the absent object that `check` requests do not test the right to write, or
 * to read encrypted objects, so `check` repeats the refused call until the store accepts it.
 */
const refusedCalls = (probe: Probe) => {
  let refused: { name: string; method: string } | null = null;
  return {
    note: (name: string, method: string): void => {
      if (method !== 'DELETE') refused = { name, method };
    },
    check: async (): Promise<void> => {
      if (refused === null) return;
      const { name, method } = refused;
      const path = `/${method === 'PUT' ? TRIAL : name}`;
      const answer = await probe(path, method);
      await answer.body?.cancel();
      if (!answer.ok && (method === 'PUT' || answer.status !== 404)) throw refusal(answer, method);
      refused = null;
      if (method === 'PUT') await (await probe(path, 'DELETE')).body?.cancel();
    },
  };
};

/** Signed calls to one bucket. */
const bucketCalls = ({ endpoint, bucket, now, answerWithinMs, ...key }: Required<S3Settings>) => {
  const sign = signer(new AwsClient({ ...key, service: 's3' }), now);
  const call = signedCalls(sign);
  const at = (name: string): string => `${endpoint}/${bucket}/${name}`;
  const probe: Probe = (path, method) =>
    call(`${endpoint}/${bucket}${path}`, method ? { method } : {}, AbortSignal.timeout(CHECK_TIMEOUT_MS));
  const refused = refusedCalls(probe);
  const refuse = (name: string, answer: Response, method: string): StorageAway => {
    if (!isBusy(answer)) refused.note(name, method);
    return refusal(answer, method);
  };
  const ask = async (name: string, init: RequestInit, missing: readonly number[] = []): Promise<Response | null> => {
    const answer = await within(answerWithinMs, (signal) => call(at(name), init, signal));
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (missing.includes(answer.status)) return null;
    throw refuse(name, answer, init.method ?? 'GET');
  };
  const size = async (name: string): Promise<number | null> => {
    const answer = await ask(name, { method: 'HEAD' }, [404]);
    return answer && Number(answer.headers.get('content-length'));
  };
  return { sign, at, probe, refused, refuse, ask, size };
};

/** Stores blobs in a bucket of any S3-compatible store, addressed by path. Throws `StorageAway` on outages, refusals and lost bytes. */
export const s3Storage = ({ answerWithinMs = ANSWER_WITHIN_MS, ...options }: S3Settings): FileStorage => {
  const settings = { ...options, answerWithinMs };
  const { bucket } = settings;
  const { sign, at, probe, refused, refuse, ask, size } = bucketCalls(settings);
  /** Checks the stored size, because a broken connection may have left a part only. Some stores report the size only after a moment. */
  const checkStored = async (name: string, bytes: number): Promise<void> => {
    for (let repeat = 0; ; repeat += 1) {
      const stored = await size(name);
      if (stored === bytes) return;
      if (repeat === REPEATS) throw incomplete(name, stored, bytes);
      await sleep(FIRST_PAUSE_MS * 2 ** repeat);
    }
  };
  /** Requests a list of the bucket with one object at most. */
  const list = async () => {
    const answer = await probe('?list-type=2&max-keys=1');
    return { ok: answer.ok, status: answer.status, text: await readAnswer(answer).catch(away) };
  };
  return {
    put: async (name, bytes) => {
      await ask(name, { method: 'PUT', body: new Uint8Array(bytes) });
      await checkStored(name, bytes.length);
    },
    take: async (name, path, bytes) => {
      // A body that streams cannot be sent twice, so the client's own repetition is left out.
      const signed = await sign(at(name), {
        method: 'PUT',
        headers: { 'content-length': String(bytes), 'x-amz-content-sha256': UNSIGNED },
      });
      const answer = await within(answerWithinMs, (signal) => sendFile(signed, path, signal));
      await answer.body?.cancel();
      if (!answer.ok) throw refuse(name, answer, 'PUT');
      await checkStored(name, bytes);
    },
    size,
    read: async (name, range) => {
      // 416: what is there ends before the range begins.
      const answer = await ask(name, { headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} }, [404, 416]);
      if (!answer) throw new StorageAway(`The object store has no such bytes of ${name}`, { trouble: 'incomplete' });
      if (range) await checkLength(name, answer, range);
      return answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
    },
    check: async () => {
      const { ok, status, text } = await list();
      // A key that may not list is fine if it still gets 404 for absent objects. An unknown key is not.
      if (!ok && !(status === 403 && text.includes('<Code>AccessDenied</Code>'))) throw new Error(`The object store answered ${status}`);
      const absent = await probe(`/${NOTHING}`, 'HEAD');
      if (absent.status === 403) throw mayNotList(bucket);
      await refused.check();
    },
    isEmpty: async () => {
      const { ok, status, text } = await list();
      if (!ok) throw new Error(`The object store answered ${status} when it was asked what the bucket ${bucket} holds`);
      return !text.includes('<Contents>');
    },
    // Objects are stored as a whole or not at all.
    tidy: async () => {},
    remove: async (name) => void (await ask(name, { method: 'DELETE' }, [404])),
  };
};
