import { deadlines } from '../../../platform/deadlines.ts';
import { type Http2Reply, type Http2Request, type Sender, startExchange, type Task } from './http2-exchange.ts';
import { openSession, type Session, STREAMS_MAX } from './http2-session.ts';
import { createLatency } from './latency.ts';

export type PoolOptions = {
  /** The most sessions at once; more than two are opened only when replies take long. */
  sessions: number;
  ca?: string | undefined;
  timeoutMs?: number;
};

/** Maximum number of immediate resends of a message that the server never processed; they do not count as attempts. */
const REFUSALS_MAX = 5;
/** Messages a second that sessions are opened for: in flight = rate × latency. */
const RATE_AIM = 10_000;
const SESSIONS_ALWAYS = 2;

const leastBusy = (sessions: readonly Session[]): Session | undefined => {
  let free: Session | undefined;
  for (const session of sessions) if (session.active < session.limit && (!free || session.active < free.active)) free = session;
  return free;
};

/** Long-lived HTTP/2 sessions to one origin with at most the allowed number of streams each; further messages are queued. */
export const openHttp2Pool = (origin: string, options: PoolOptions) => {
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
  const onRefused = (task: Task): void => {
    task.refusals += 1;
    if (task.refusals > REFUSALS_MAX || closed) task.reject(new Error('The push service refuses streams'));
    else waiting.push(task);
  };

  const sessionsWanted = (): number =>
    Math.min(options.sessions, Math.max(SESSIONS_ALWAYS, Math.ceil((RATE_AIM * latency.ms()) / 1000 / STREAMS_MAX)));
  const freeSession = (): Session | undefined => {
    const free = leastBusy(sessions);
    if (sessions.length >= sessionsWanted() || free?.active === 0) return free;
    const opened = openSession(origin, options.ca, { onRoom: pump, onGone: drop });
    sessions.push(opened);
    return opened;
  };
  const pump = (): void => {
    while (waiting.length > 0 && !closed) {
      const session = freeSession();
      const task = session && waiting.shift();
      if (!session || !task) return;
      startExchange(sender, session, task);
    }
  };
  const sender: Sender = { timeoutMs: options.timeoutMs ?? deadlines.pushAnswer, latency, onRefused, onBroken: drop, onDone: pump };

  return {
    /**
     * Returns the head of requests; `headers` are alternating names and values. Node only reads the list, so all messages can share one.
     * A list of its own for each message would live as long as its stream.
     */
    headTo: (path: string, headers: readonly string[]): readonly string[] => [...pseudo, ':path', path, ...headers],
    /** Returns the number of messages worth having in flight: rate × latency, in whole sessions. */
    breadth: (): number => sessionsWanted() * STREAMS_MAX,
    /** Sends one message. Rejects if no answer came; the message may have been accepted nevertheless. */
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
