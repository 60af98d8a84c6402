/** What the app API refused: its status, the code of the problem (`install_taken`, `invalid` …), and codes by field. */
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

/** No definite answer: no connection, a server that is away, busy, or wants to be asked later. Asking again is right. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Seconds that the server asked for, or null. */
  readonly retryAfter: number | null;
  constructor(cause: unknown, retryAfter: number | null = null) {
    super('the app API gave no answer', { cause });
    this.retryAfter = retryAfter;
  }
}

export type Asked = { method?: string; secret?: string | null; body?: unknown; etag?: string | null };
/** `body` is undefined where there is none; of 304 it is the one that the caller has. */
export type Answer = { status: number; body: unknown; etag: string | null };
export type CallApi = (path: string, asked?: Asked) => Promise<Answer>;

export type ApiOptions = {
  /** Address of the app API, without `/app/v1`; empty for the page's own. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** After so many milliseconds a call counts as not answered. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
/** Asked again later, these may be answered otherwise. */
const isLater = (status: number): boolean => status >= 500 || status === 429 || status === 408;

type ProblemAnswer = { error?: { code?: unknown; fields?: Record<string, readonly string[]> } } | null | undefined;

/**
 * The refusal in an answer; null when the body is not the app API's. Proxies, gateways and hotel networks answer with the same statuses, and
 * know nothing of this phone or of what it asked for. A newer server may send codes that this kit does not list: they are passed on.
 */
const problemOf = (status: number, body: ProblemAnswer): PhoneProblem | null => {
  const { code, fields } = body?.error ?? {};
  return typeof code === 'string' ? new PhoneProblem(status, code, fields) : null;
};

/** The app API does not know the secret that this phone sent. */
export const isUnknownPhone = (error: unknown): boolean =>
  error instanceof PhoneProblem && error.status === 401 && error.code === 'unauthenticated';

/** Calls the app API. Throws `PhoneProblem` where it refuses and `NoAnswer` where nobody knows. */
export const createCallApi =
  ({ baseUrl, fetch: send = globalThis.fetch.bind(globalThis), timeoutMs = TIMEOUT_MS }: ApiOptions): CallApi =>
  async (path, { method = 'GET', secret, body, etag } = {}) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const response = await send(`${baseUrl}/app/v1${path}`, {
        method,
        // The kit keeps answers itself, also where there is no browser.
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
