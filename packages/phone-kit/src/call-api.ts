/** Error of the app API: HTTP status, problem code (`install_taken`, `invalid` …) and codes by field. */
export class PhoneProblem extends Error {
  override readonly name = 'PhoneProblem';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, readonly string[]>;
  constructor(status: number, code: string, fields: Record<string, readonly string[]> = {}) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** No definite answer: no connection, or the server is unavailable, busy or limits the rate. The call can be retried. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Seconds from the `Retry-After` header, or null. */
  readonly retryAfter: number | null;
  constructor(cause: unknown, retryAfter: number | null = null) {
    super('the app API gave no answer', { cause });
    this.retryAfter = retryAfter;
  }
}

export type Asked = { method?: string; secret?: string | null; body?: unknown; etag?: string | null };
/** `body` is undefined if the response has none. On 304 the caller's copy is current. */
export type Answer = { status: number; body: unknown; etag: string | null };
export type CallApi = (path: string, asked?: Asked) => Promise<Answer>;

export type ApiOptions = {
  /** Address of the app API, without `/app/v1`; empty for the page's own. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Timeout of a call, in milliseconds. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
/** Returns whether a later retry may have another result. */
const isLater = (status: number): boolean => status >= 500 || status === 429 || status === 408;

type ProblemAnswer = { error?: { code?: unknown; fields?: Record<string, readonly string[]> } } | null | undefined;

/**
 * Returns the error in a response; null if the body is not from the app API. Proxies, gateways and hotel networks send the same statuses
 * for other reasons. A newer server may send codes that this kit does not list: they are passed on.
 */
const problemOf = (status: number, body: ProblemAnswer): PhoneProblem | null => {
  const { code, fields } = body?.error ?? {};
  return typeof code === 'string' ? new PhoneProblem(status, code, fields) : null;
};

/** Returns whether the app API rejected the secret of this phone as unknown. */
export const isUnknownPhone = (error: unknown): boolean =>
  error instanceof PhoneProblem && error.status === 401 && error.code === 'unauthenticated';

/** Calls the app API. Throws `PhoneProblem` if it rejects the call and `NoAnswer` if the outcome is unknown. */
export const createCallApi =
  ({ baseUrl, fetch: send = globalThis.fetch.bind(globalThis), timeoutMs = TIMEOUT_MS }: ApiOptions): CallApi =>
  async (path, { method = 'GET', secret, body, etag } = {}) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const response = await send(`${baseUrl}/app/v1${path}`, {
        method,
        // The kit has a cache of its own, which also works without a browser.
        cache: 'no-store',
        signal: late.signal,
        headers: {
          ...(secret && { authorization: `Bearer ${secret}` }),
          ...(etag && { 'if-none-match': etag }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const noAnswer = (): NoAnswer => new NoAnswer(response.status, Number(response.headers.get('retry-after')) || null);
      if (isLater(response.status)) throw noAnswer();
      const text = await response.text();
      const read: unknown = text ? JSON.parse(text) : undefined;
      if (!response.ok && response.status !== 304) throw problemOf(response.status, read as ProblemAnswer) ?? noAnswer();
      return { status: response.status, body: read, etag: response.headers.get('etag') };
    } catch (error) {
      throw error instanceof PhoneProblem || error instanceof NoAnswer ? error : new NoAnswer(error);
    } finally {
      clearTimeout(timer);
    }
  };
