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

/** A newer server may know codes that this kit does not: they are told as they are. */
type ProblemAnswer = { error?: { code?: string; fields?: Record<string, readonly string[]> } } | undefined;

const problemOf = (status: number, body: ProblemAnswer): PhoneProblem =>
  new PhoneProblem(status, body?.error?.code ?? 'internal', body?.error?.fields);

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
      if (isLater(response.status)) throw new NoAnswer(response.status, Number(response.headers.get('retry-after')) || null);
      const text = await response.text();
      const read: unknown = text ? JSON.parse(text) : undefined;
      if (!response.ok && response.status !== 304) throw problemOf(response.status, read as ProblemAnswer);
      return { status: response.status, body: read, etag: response.headers.get('etag') };
    } catch (error) {
      throw error instanceof PhoneProblem || error instanceof NoAnswer ? error : new NoAnswer(error);
    } finally {
      clearTimeout(timer);
    }
  };
