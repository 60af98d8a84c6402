import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { type FileStorage, StorageAway } from './file-storage.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  answerWithinMs?: number;
};

/** Most stores answer within this; a hanging one must not hold an upload for ever. */
const ANSWER_WITHIN_MS = 60_000;
const CHECK_TIMEOUT_MS = 2_000;
/** No upload is called so. */
const NOTHING = 'nothing';
const UNSIGNED = 'UNSIGNED-PAYLOAD';

const away = (cause: unknown): never => {
  throw new StorageAway('The object store does not answer', { cause });
};
/** As some stores say that they are asked too much, others 503. */
const COMES_BACK = new Set([408, 429]);
const isBusy = ({ status }: Response): boolean => status >= 500 || COMES_BACK.has(status);
const REPEATS = 3;
const FIRST_PAUSE_MS = 100;
const refusal = (answer: Response, method: string): Error => {
  const sentence = `The object store answered ${answer.status} to ${method}`;
  return isBusy(answer) ? new StorageAway(sentence) : new Error(sentence);
};
const mayNotList = (bucket: string): Error =>
  new Error(`The key may not list the bucket ${bucket} (s3:ListBucket), so the object store answers 403 for what is not there`);

/** A call whose answer has to begin in time. Its body may take longer: whoever is sent it may be slow, and one in which nothing comes is ended by `fetch` itself. */
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
  // Nobody else closes it where the store takes none, or not all of it.
  return fetch(url, init as RequestInit).finally(() => file.destroy());
};

/**
 * Calls that are signed, and repeated where the store is busy. The client's own `fetch` puts the signal into a Request, with which it is collected: it never
 * ends a call then.
 */
const signedCalls =
  (client: AwsClient) =>
  async (url: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    for (let repeat = 0; ; repeat += 1) {
      const answer = await fetch(await client.sign(url, init), { signal });
      if (repeat === REPEATS || !isBusy(answer)) return answer;
      await answer.body?.cancel();
      await sleep(FIRST_PAUSE_MS * 2 ** repeat * Math.random(), undefined, { signal });
    }
  };

/** Blobs as objects of a bucket of any S3-compatible store, addressed by path. Throws when the store refuses, `StorageAway` when it does not answer. */
export const s3Storage = ({ endpoint, bucket, answerWithinMs = ANSWER_WITHIN_MS, ...key }: S3Settings): FileStorage => {
  const client = new AwsClient({ ...key, service: 's3' });
  const call = signedCalls(client);
  const at = (name: string): string => `${endpoint}/${bucket}/${name}`;
  const ask = async (name: string, init: RequestInit, missing: readonly number[] = []): Promise<Response | null> => {
    const answer = await within(answerWithinMs, (signal) => call(at(name), init, signal));
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (missing.includes(answer.status)) return null;
    throw refusal(answer, init.method ?? 'GET');
  };
  const look = (path: string, method?: string): Promise<Response> =>
    call(`${endpoint}/${bucket}${path}`, method ? { method } : {}, AbortSignal.timeout(CHECK_TIMEOUT_MS));
  /** The first object of the bucket, as the store tells it. */
  const list = async () => {
    const answer = await look('?list-type=2&max-keys=1');
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  };
  return {
    put: async (name, bytes) => void (await ask(name, { method: 'PUT', body: new Uint8Array(bytes) })),
    take: async (name, path, bytes) => {
      // A body that streams cannot be sent twice, so the client's own repetition is left out.
      const signed = await client.sign(at(name), {
        method: 'PUT',
        headers: { 'content-length': String(bytes), 'x-amz-content-sha256': UNSIGNED },
      });
      const answer = await within(answerWithinMs, (signal) => sendFile(signed, path, signal));
      await answer.body?.cancel();
      if (!answer.ok) throw refusal(answer, 'PUT');
    },
    size: async (name) => {
      const answer = await ask(name, { method: 'HEAD' }, [404]);
      return answer && Number(answer.headers.get('content-length'));
    },
    read: async (name, range) => {
      const answer = await ask(name, { headers: range ? { range: `bytes=${range.start}-${range.end}` } : {} });
      return answer?.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
    },
    check: async () => {
      const { ok, status, text } = await list();
      // A key that may not list is fine where it learns all the same what is not there; one that the store does not know is not.
      if (!ok && !(status === 403 && text.includes('<Code>AccessDenied</Code>'))) throw new Error(`The object store answered ${status}`);
      const absent = await look(`/${NOTHING}`, 'HEAD');
      if (absent.status === 403) throw mayNotList(bucket);
    },
    isEmpty: async () => {
      const { ok, status, text } = await list();
      if (!ok) throw new Error(`The object store answered ${status} when it was asked what the bucket ${bucket} holds`);
      return !text.includes('<Contents>');
    },
    // An object is there whole or not at all.
    tidy: async () => {},
    remove: async (name) => void (await ask(name, { method: 'DELETE' }, [404])),
  };
};
