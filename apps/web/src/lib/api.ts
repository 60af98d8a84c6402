import type { Endpoint, ReplyOf, RequestTo } from '@endcap/contract/api';
import {
  type FieldCodes,
  IDEMPOTENCY_HEADER,
  IF_MATCH_HEADER,
  type ProblemBody,
  type ProblemCode,
  readProblem,
  STORE_HEADER,
} from '@endcap/contract/core';
import { takePrefetched } from './prefetch.ts';
import { connection } from './connection.ts';
import { selectedStore } from './store-selection.ts';
import { session } from './current-session.ts';
import { addressOf } from './address-of.ts';
import { callHeaders } from './call-headers.ts';

/** A code of the API, or of a call without a response. */
export type ApiProblemCode = ProblemCode | 'offline' | 'unanswered' | 'cancelled';

/** A refused or failed call. `offline`, `unanswered`: the server could not be reached, or took too long; the outcome is unknown. */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode;
  readonly status: number;
  readonly fields: FieldCodes;
  readonly requestId: string | undefined;
  /** With a 412: the entity as it is now, in the shape of the route's response, and its tag. */
  readonly current: unknown;
  readonly tag: string | null;
  /** Of a send in quiet hours: the first instant after them (CARE-03). */
  readonly quietUntil: string | null;
  constructor(code: ApiProblemCode, status: number, body: ProblemBody['error'] | null = null, tag: string | null = null) {
    super(body?.message ?? code);
    this.current = body?.current;
    this.tag = tag;
    this.quietUntil = body?.quietUntil ?? null;
    this.code = code;
    this.status = status;
    this.fields = body?.fields ?? {};
    this.requestId = body?.requestId;
  }
}

/** Returns true if the outcome of a write is unknown: the response was lost or cut off, never came, or is a 5xx (perhaps a proxy's). */
export const isOutcomeUnknown = (error: unknown): boolean => !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;

/** Returns true if the API has no such item. A 404 of a proxy lacks the code and does not count. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'not_found';

let whenForbidden = (): void => {};
/** Sets the listener for 403 responses: the person's rights may have changed since the sign-in. */
export const onForbidden = (listener: () => void): void => {
  whenForbidden = listener;
};

/** Milliseconds after which a write without a response is aborted. */
const ANSWER_WITHIN_MS = 30_000;

/** Returns a signal that aborts a hanging write after ANSWER_WITHIN_MS; reads have no limit. */
const limitOf = (method: string): { signal?: AbortSignal; lift: () => void } => {
  if (method === 'GET') return { lift: () => {} };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ANSWER_WITHIN_MS);
  return { signal: limit.signal, lift: () => clearTimeout(timer) };
};

/** `storeId`: the store that the call is about, if it is not the selected one. */
type Options = { signal?: AbortSignal; idempotencyKey?: string; ifMatch?: string | null; storeId?: string | null };

/** An entity with its ETag, which a change sends as `If-Match`. */
export type Tagged<T> = { value: T; tag: string | null };

const problemOf = async (response: Response): Promise<ApiProblem> => {
  const problem = readProblem(await response.json().catch(() => null));
  return new ApiProblem(problem?.code ?? 'internal', response.status, problem, response.headers.get('etag'));
};

/** Types a response. The server has parsed it with the same schema. */
const answerOf = <E extends Endpoint>(_endpoint: E, body: unknown): ReplyOf<E> => body as ReplyOf<E>;

const methodOf = (endpoint: Endpoint): string => endpoint.slice(0, endpoint.indexOf(' '));

/** Ends the session of a token that the API refused (AUTH-14). A 401 of a proxy lacks the code and is ignored. */
const endIfRefused = (status: number, code: ApiProblem['code'], token: string | undefined): void => {
  if (status === 401 && code === 'unauthenticated') session.refused(token);
};

/** Calls an endpoint with the bearer token and, while one is selected, the store. */
export const callTagged = async <E extends Endpoint>(
  endpoint: E,
  input: RequestTo<E>,
  options: Options = {},
): Promise<Tagged<ReplyOf<E>>> => {
  const { body }: { body?: unknown } = input;
  const method = methodOf(endpoint);
  const address = addressOf(endpoint, input);
  const prefetched = method === 'GET' ? takePrefetched(address) : undefined;
  const limit = limitOf(method);
  const signal = options.signal ?? limit.signal;
  const token = session.get()?.accessToken;
  const response = await (
    prefetched ??
    fetch(address, {
      method,
      headers: {
        ...callHeaders(),
        ...(options.storeId && { [STORE_HEADER]: options.storeId }),
        ...(options.ifMatch && { [IF_MATCH_HEADER]: options.ifMatch }),
        ...(options.idempotencyKey && { [IDEMPOTENCY_HEADER]: options.idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  )
    .catch((error: Error) => {
      if (error.name === 'AbortError') throw error;
      connection.failed();
      throw new ApiProblem(limit.signal?.aborted ? 'unanswered' : 'offline', 0);
    })
    .finally(limit.lift);
  connection.answered();
  if (!response.ok) {
    const problem = await problemOf(response);
    endIfRefused(response.status, problem.code, token);
    if (response.status === 403) whenForbidden();
    // A selected store that no longer exists is dropped.
    if (problem.code === 'unknown_store') selectedStore.set(null);
    throw problem;
  }
  const value = answerOf(endpoint, response.status === 204 ? undefined : await response.json());
  return { value, tag: response.headers.get('etag') };
};

/** Like `callTagged`, but returns only the value. */
export const call = async <E extends Endpoint>(endpoint: E, input: RequestTo<E>, options: Options = {}): Promise<ReplyOf<E>> =>
  (await callTagged(endpoint, input, options)).value;

/** `call` with an upload's progress (0..1): fetch cannot report it. */
export const upload = <E extends Extract<Endpoint, `POST ${string}`>>(
  endpoint: E,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ReplyOf<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', endpoint.slice('POST '.length));
    const token = session.get()?.accessToken;
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = (event) => onProgress(event.total ? event.loaded / event.total : 0);
    request.onload = () => {
      if (request.status === 403) whenForbidden();
      const body = ((): unknown => {
        try {
          return JSON.parse(request.responseText);
        } catch {
          return null;
        }
      })();
      if (request.status < 300) return resolve(answerOf(endpoint, body));
      const problem = readProblem(body);
      const refusal = new ApiProblem(problem?.code ?? 'internal', request.status, problem);
      endIfRefused(request.status, refusal.code, token);
      reject(refusal);
    };
    request.onerror = () => reject(new ApiProblem('offline', 0));
    request.onabort = () => reject(new ApiProblem('cancelled', 0));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
