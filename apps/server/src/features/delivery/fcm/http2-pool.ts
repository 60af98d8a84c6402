import http2 from 'node:http2';

export type Http2Reply = { status: number; headers: http2.IncomingHttpHeaders; body: string };
/** `headers`: names and values in turn, as they go out. */
export type Http2Request = { path: string; headers: readonly string[]; body: string };
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
const LATENCY_WINDOW_MS = 5_000;

type Session = { http2: http2.ClientHttp2Session; active: number; limit: number; connected: boolean; heardAt: number };
type Task = { message: Http2Request; refusals: number; resolve: (reply: Http2Reply) => void; reject: (error: Error) => void };

const ignore = (): void => {};

/** The quickest reply of the last seconds: what waiting in our own queues cannot inflate much. */
const createLatency = () => {
  let windowEnds = 0;
  let [current, last] = [Infinity, Infinity];
  return {
    note: (ms: number, at: number): void => {
      if (at > windowEnds) {
        windowEnds = at + LATENCY_WINDOW_MS;
        last = current;
        current = Infinity;
      }
      if (ms < current) current = ms;
    },
    ms: (): number => {
      const known = Math.min(current, last);
      return known === Infinity ? 0 : known;
    },
  };
};

/** Long-lived HTTP/2 sessions to one origin with at most the allowed number of streams each; messages wait their turn. */
export const openHttp2Pool = (origin: string, options: PoolOptions) => {
  const { ca, timeoutMs = TIMEOUT_MS } = options;
  const sessions: Session[] = [];
  const waiting: Task[] = [];
  const latency = createLatency();
  const { host: authority, protocol } = new URL(origin);
  const pseudo = [':method', 'POST', ':scheme', protocol.replace(':', ''), ':authority', authority];
  let head: { path: string; headers: readonly string[]; all: readonly string[] } = { path: '', headers: [], all: [] };
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

  // One list for message after message, which Node only reads: a list each would live as long as its stream does.
  const headOf = ({ path, headers }: Http2Request): readonly string[] => {
    if (path !== head.path || headers !== head.headers) head = { path, headers, all: [...pseudo, ':path', path, ...headers] };
    return head.all;
  };

  const start = (session: Session, task: Task): void => {
    const { message } = task;
    const startedAt = performance.now();
    let stream: http2.ClientHttp2Stream;
    try {
      stream = session.http2.request(headOf(message));
    } catch {
      // The session went away between two events; the server saw nothing of it.
      drop(session);
      return refused(task);
    }
    session.active += 1;
    let reply: http2.IncomingHttpHeaders | undefined;
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let size = 0;
    let gaveUp = false;
    // One timer a message: stream.setTimeout() counts idle time, and a dripping server would never trip it.
    const timer = setTimeout(() => {
      gaveUp = true;
      task.reject(new Error('The push service did not answer in time'));
      stream.close(http2.constants.NGHTTP2_CANCEL);
      // A connection on which nothing at all came back meanwhile is half-open.
      if (session.heardAt < startedAt) {
        drop(session);
        session.http2.destroy();
      }
    }, timeoutMs);
    stream.on('response', (received) => {
      reply = received;
      session.heardAt = performance.now();
      latency.note(session.heardAt - startedAt, session.heardAt);
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > REPLY_MAX_BYTES) return stream.close(http2.constants.NGHTTP2_CANCEL);
      if (!first) first = chunk;
      else (more ??= []).push(chunk);
    });
    stream.on('error', ignore);
    stream.on('close', () => {
      clearTimeout(timer);
      // Node's handle holds on to the stream until a full collection; what we hung on it need not stay as long.
      stream.removeAllListeners().on('error', ignore);
      session.active -= 1;
      if (reply) {
        const body = more && first ? Buffer.concat([first, ...more]) : first;
        task.resolve({ status: Number(reply[':status']), headers: reply, body: body ? body.toString('utf8') : '' });
      } else if (!gaveUp && session.connected && (stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM || stream.id === undefined))
        refused(task);
      else task.reject(new Error('The push service closed the stream'));
      pump();
    });
    stream.end(message.body);
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
