import http2 from 'node:http2';
import { createLatency } from './latency.ts';

export type Http2Reply = { status: number; headers: http2.IncomingHttpHeaders; body: string };
/** `head`: from `headTo`, once for many messages. */
export type Http2Request = { head: readonly string[]; body: string | Buffer };
export type PoolOptions = {
  /** The most sessions at once; more than two are opened only when replies take long. */
  sessions: number;
  ca?: string | undefined;
  timeoutMs?: number;
};

const REPLY_MAX_BYTES = 64 * 1024;
const STREAMS_MAX = 100;
const TIMEOUT_MS = 15_000;
/** How often a message that the server never looked at is sent again at once; it does not count as an attempt. */
const REFUSALS_MAX = 5;
/** In flight = rate × latency: what sessions are opened for, messages a second. */
const RATE_AIM = 10_000;
const SESSIONS_ALWAYS = 2;

type Session = { http2: http2.ClientHttp2Session; active: number; limit: number; connected: boolean; heardAt: number };
type Task = { message: Http2Request; refusals: number; resolve: (reply: Http2Reply) => void; reject: (error: Error) => void };
/** A message under way, and what came back of its reply so far. */
type Exchange = {
  task: Task;
  session: Session;
  startedAt: number;
  timer: NodeJS.Timeout;
  headers: http2.IncomingHttpHeaders | null;
  first: Buffer | null;
  more: Buffer[] | null;
  size: number;
  gaveUp: boolean;
};
/**
 * Hung on the stream itself and taken off when it closes: Node's handle holds on to used streams until a full collection,
 * and listeners that close over a message would be held with them.
 */
const EXCHANGE = Symbol('exchange');
type Stream = http2.ClientHttp2Stream & { [EXCHANGE]?: Exchange | undefined };

const ignore = (): void => {};

/** Long-lived HTTP/2 sessions to one origin with at most the allowed number of streams each; messages wait their turn. */
export const openHttp2Pool = (origin: string, options: PoolOptions) => {
  const { ca, timeoutMs = TIMEOUT_MS } = options;
  const sessions: Session[] = [];
  const waiting: Task[] = [];
  const latency = createLatency();
  const { host: authority, protocol } = new URL(origin);
  const pseudo = [':method', 'POST', ':scheme', protocol.replace(':', ''), ':authority', authority];
  let closed = false;

  const drop = (session: Session): void => {
    const at = sessions.indexOf(session);
    if (at >= 0) sessions.splice(at, 1);
    pump();
  };

  const connect = (): Session => {
    const client = http2.connect(origin, { ...(ca && { ca }), settings: { enablePush: false } });
    const session: Session = { http2: client, active: 0, limit: STREAMS_MAX, connected: false, heardAt: performance.now() };
    client.setMaxListeners(0);
    client.on('connect', () => {
      session.connected = true;
    });
    client.on('remoteSettings', (settings) => {
      session.limit = Math.max(1, Math.min(STREAMS_MAX, settings.maxConcurrentStreams ?? STREAMS_MAX));
      pump();
    });
    client.on('goaway', () => {
      drop(session);
      client.close();
    });
    client.on('error', () => drop(session));
    client.on('close', () => drop(session));
    sessions.push(session);
    return session;
  };

  const sessionsWanted = (): number =>
    Math.min(options.sessions, Math.max(SESSIONS_ALWAYS, Math.ceil((RATE_AIM * latency.ms()) / 1000 / STREAMS_MAX)));

  const freeSession = (): Session | undefined => {
    let free: Session | undefined;
    for (const session of sessions) if (session.active < session.limit && (!free || session.active < free.active)) free = session;
    if (sessions.length < sessionsWanted() && (!free || free.active > 0)) return connect();
    return free;
  };

  function onResponse(this: Stream, headers: http2.IncomingHttpHeaders): void {
    const exchange = this[EXCHANGE];
    if (!exchange) return;
    const at = performance.now();
    exchange.headers = headers;
    exchange.session.heardAt = at;
    latency.note(at - exchange.startedAt, at);
  }

  function onData(this: Stream, chunk: Buffer): void {
    const exchange = this[EXCHANGE];
    if (!exchange) return;
    exchange.size += chunk.length;
    if (exchange.size > REPLY_MAX_BYTES) return this.close(http2.constants.NGHTTP2_CANCEL);
    if (!exchange.first) exchange.first = chunk;
    else (exchange.more ??= []).push(chunk);
  }

  function onClose(this: Stream): void {
    const exchange = this[EXCHANGE];
    if (!exchange) return;
    this[EXCHANGE] = undefined;
    const { task, session, headers, first, more } = exchange;
    clearTimeout(exchange.timer);
    session.active -= 1;
    if (headers) {
      const body = more && first ? Buffer.concat([first, ...more]) : first;
      task.resolve({ status: Number(headers[':status']), headers, body: body ? body.toString('utf8') : '' });
    } else if (!exchange.gaveUp && session.connected && this.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM) refused(task);
    else task.reject(new Error('The push service closed the stream'));
    pump();
  }

  const giveUp = (stream: Stream): void => {
    const exchange = stream[EXCHANGE];
    if (!exchange) return;
    const { task, session, startedAt } = exchange;
    exchange.gaveUp = true;
    task.reject(new Error('The push service did not answer in time'));
    stream.close(http2.constants.NGHTTP2_CANCEL);
    // A connection on which nothing at all came back meanwhile is half-open.
    if (session.heardAt < startedAt) {
      drop(session);
      session.http2.destroy();
    }
  };

  const start = (session: Session, task: Task): void => {
    let stream: Stream;
    try {
      stream = session.http2.request(task.message.head);
    } catch {
      // The session went away between two events; the server saw nothing of it.
      drop(session);
      return refused(task);
    }
    session.active += 1;
    // One timer a message: stream.setTimeout() counts idle time, and a dripping server would never trip it.
    const timer = setTimeout(giveUp, timeoutMs, stream);
    const startedAt = performance.now();
    stream[EXCHANGE] = { task, session, startedAt, timer, headers: null, first: null, more: null, size: 0, gaveUp: false };
    stream.on('response', onResponse);
    stream.on('data', onData);
    stream.on('error', ignore);
    stream.on('close', onClose);
    stream.end(task.message.body);
  };

  /** The server saw nothing of it: REFUSED_STREAM, GOAWAY below its id, a session that was closed already. */
  const refused = (task: Task): void => {
    task.refusals += 1;
    if (task.refusals > REFUSALS_MAX || closed) task.reject(new Error('The push service refuses streams'));
    else waiting.push(task);
  };

  const pump = (): void => {
    while (waiting.length > 0 && !closed) {
      const session = freeSession();
      const task = session && waiting.shift();
      if (!session || !task) return;
      start(session, task);
    }
  };

  return {
    /**
     * Everything that goes out before a body: `headers` are names and values in turn. Node only reads the list, so that one
     * does for all messages; a list each would live as long as its stream does.
     */
    headTo: (path: string, headers: readonly string[]): readonly string[] => [...pseudo, ':path', path, ...headers],
    /** How many messages are worth having under way: rate × latency, in whole sessions. */
    breadth: (): number => sessionsWanted() * STREAMS_MAX,
    /** Sends one message; rejects when no answer came, in which case nobody knows whether it was taken. */
    request: (message: Http2Request): Promise<Http2Reply> =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The pool is closed'));
        waiting.push({ message, refusals: 0, resolve, reject });
        pump();
      }),
    close: async (): Promise<void> => {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(new Error('The pool is closed'));
      for (const session of sessions.slice()) session.http2.close();
    },
  };
};
