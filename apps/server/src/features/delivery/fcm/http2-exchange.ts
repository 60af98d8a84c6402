import http2 from 'node:http2';
import type { Session } from './http2-session.ts';
import type { Latency } from './latency.ts';

export type Http2Reply = { status: number; headers: http2.IncomingHttpHeaders; body: string };
/** `head`: from `headTo`, once for many messages. */
export type Http2Request = { head: readonly string[]; body: string | Buffer };
export type Task = { message: Http2Request; refusals: number; resolve: (reply: Http2Reply) => void; reject: (error: Error) => void };

/** Settings and callbacks of the pool that sends the messages, besides the promise of each task. */
export type Sender = {
  timeoutMs: number;
  latency: Latency;
  /** The server did not process it: REFUSED_STREAM, GOAWAY below its id, a session that was closed already. */
  onRefused: (task: Task) => void;
  onBroken: (session: Session) => void;
  /** A stream is free for the next message. */
  onDone: () => void;
};

const REPLY_MAX_BYTES = 64 * 1024;

/** A message in flight, and the part of its reply received so far. */
type Exchange = {
  sender: Sender;
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
 * Stored on the stream itself and removed when it closes. Node's handle retains used streams until a full garbage collection, and
 * listeners that close over a message would be retained with them.
 */
const EXCHANGE = Symbol('exchange');
type Stream = http2.ClientHttp2Stream & { [EXCHANGE]?: Exchange | undefined };

const ignore = (): void => {};

function onResponse(this: Stream, headers: http2.IncomingHttpHeaders): void {
  const exchange = this[EXCHANGE];
  if (!exchange) return;
  const at = performance.now();
  exchange.headers = headers;
  exchange.session.lastReplyAt = at;
  exchange.sender.latency.note(at - exchange.startedAt, at);
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
  const { sender, task, session, headers, first, more } = exchange;
  clearTimeout(exchange.timer);
  session.active -= 1;
  if (headers) {
    const body = more && first ? Buffer.concat([first, ...more]) : first;
    task.resolve({ status: Number(headers[':status']), headers, body: body ? body.toString('utf8') : '' });
  } else if (!exchange.gaveUp && session.connected && this.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM) sender.onRefused(task);
  else task.reject(new Error('The push service closed the stream'));
  sender.onDone();
}

const giveUp = (stream: Stream): void => {
  const exchange = stream[EXCHANGE];
  if (!exchange) return;
  const { sender, task, session, startedAt } = exchange;
  exchange.gaveUp = true;
  task.reject(new Error('The push service did not answer in time'));
  stream.close(http2.constants.NGHTTP2_CANCEL);
  // A connection that received nothing at all meanwhile is half-open.
  if (session.lastReplyAt < startedAt) {
    sender.onBroken(session);
    session.http2.destroy();
  }
};

export const startExchange = (sender: Sender, session: Session, task: Task): void => {
  let stream: Stream;
  try {
    stream = session.http2.request(task.message.head);
  } catch {
    // The session was closed between two events; the server did not process the message.
    sender.onBroken(session);
    return sender.onRefused(task);
  }
  session.active += 1;
  // One timer a message: stream.setTimeout() counts idle time, and a dripping server would never trip it.
  const timer = setTimeout(giveUp, sender.timeoutMs, stream);
  const startedAt = performance.now();
  stream[EXCHANGE] = { sender, task, session, startedAt, timer, headers: null, first: null, more: null, size: 0, gaveUp: false };
  stream.on('response', onResponse);
  stream.on('data', onData);
  stream.on('error', ignore);
  stream.on('close', onClose);
  stream.end(task.message.body);
};
