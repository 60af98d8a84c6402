import http2 from 'node:http2';

export type Http2Reply = { status: number; headers: http2.IncomingHttpHeaders; body: string };
export type Http2Request = { path: string; headers: Record<string, string>; body: string | Buffer };

const REPLY_MAX_BYTES = 64 * 1024;
const STREAMS_MAX = 100;
const TIMEOUT_MS = 15_000;
/** How often a stream that the server never looked at is tried again at once; it does not count as an attempt. */
const REFUSALS_MAX = 5;

/** The server refused the stream before processing it (REFUSED_STREAM, GOAWAY below its id). */
class StreamRefused extends Error {}
class ReplyTimeout extends Error {}

type Session = { http2: http2.ClientHttp2Session; active: number; limit: number; usable: boolean };

/** Long-lived HTTP/2 sessions to one origin with at most the allowed number of streams each; callers wait their turn. */
export const openHttp2Pool = (origin: string, options: { sessions: number; ca?: string | undefined; timeoutMs?: number }) => {
  const sessions: Session[] = [];
  const waiting: (() => void)[] = [];
  let closed = false;

  const drop = (session: Session): void => {
    session.usable = false;
    const at = sessions.indexOf(session);
    if (at >= 0) sessions.splice(at, 1);
    wakeAll();
  };
  const wakeAll = (): void => {
    for (const wake of waiting.splice(0)) wake();
  };

  const connect = (): Session => {
    const client = http2.connect(origin, { ...(options.ca && { ca: options.ca }), settings: { enablePush: false } });
    const session: Session = { http2: client, active: 0, limit: STREAMS_MAX, usable: true };
    client.setMaxListeners(0);
    client.on('remoteSettings', (settings) => {
      session.limit = Math.max(1, Math.min(STREAMS_MAX, settings.maxConcurrentStreams ?? STREAMS_MAX));
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

  const freeSession = (): Session | undefined => {
    const free = sessions.filter((session) => session.usable && session.active < session.limit).sort((a, b) => a.active - b.active)[0];
    if (sessions.length < options.sessions && (!free || free.active > 0)) return connect();
    return free;
  };

  const send = (session: Session, { path, headers, body }: Http2Request): Promise<Http2Reply> =>
    new Promise((resolve, reject) => {
      const stream = session.http2.request({ ':method': 'POST', ':path': path, ...headers });
      const chunks: Buffer[] = [];
      let size = 0;
      let reply: http2.IncomingHttpHeaders | undefined;
      // One timer a request: stream.setTimeout() counts idle time, and a dripping server would never trip it.
      const timer = setTimeout(() => {
        reject(new ReplyTimeout());
        stream.close(http2.constants.NGHTTP2_CANCEL);
      }, options.timeoutMs ?? TIMEOUT_MS);
      stream.on('response', (received) => {
        reply = received;
      });
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= REPLY_MAX_BYTES) chunks.push(chunk);
        else stream.close(http2.constants.NGHTTP2_CANCEL);
      });
      stream.on('error', () => {});
      stream.on('close', () => {
        clearTimeout(timer);
        if (reply) return resolve({ status: Number(reply[':status']), headers: reply, body: Buffer.concat(chunks).toString('utf8') });
        reject(
          stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM || !stream.sentHeaders
            ? new StreamRefused()
            : new Error('The push service closed the stream'),
        );
      });
      stream.end(body);
    });

  const request = async (message: Http2Request, refusals = 0): Promise<Http2Reply> => {
    let session = freeSession();
    while (!session) {
      if (closed) throw new Error('The pool is closed');
      await new Promise<void>((resolve) => waiting.push(resolve));
      session = freeSession();
    }
    session.active += 1;
    try {
      return await send(session, message);
    } catch (error) {
      if (!(error instanceof StreamRefused) || refusals >= REFUSALS_MAX) throw error;
      return await request(message, refusals + 1);
    } finally {
      session.active -= 1;
      waiting.shift()?.();
    }
  };

  return {
    request,
    close: async (): Promise<void> => {
      closed = true;
      for (const session of sessions.slice()) session.http2.close();
      wakeAll();
    },
  };
};
