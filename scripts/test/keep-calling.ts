import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Call = { method: 'GET' | 'POST' | 'PATCH'; url: string; headers?: Record<string, string>; body?: unknown };
/** Result of a call: its status, or the reason why its connection ended. */
export type CallResult = Pick<Call, 'method' | 'url'> & { what: number | string };
type Answered = { status: number; tag: string | undefined; body: unknown };
/** Makes a call and records its result. Throws unless the status is 2xx, since later calls of a flow depend on it. */
export type Ask = (call: Call) => Promise<Answered>;
/** A call, or several dependent ones, that a caller repeats. */
export type Flow = (ask: Ask) => Promise<unknown>;

const agents = { reused: new Agent({ keepAlive: true }), new: new Agent() };
const json = { 'content-type': 'application/json' };

const made = ({ method, url, headers, body }: Call, agent: Agent): Promise<Answered | string> =>
  new Promise((resolve) => {
    const call = request(url, { agent, method, headers: { ...headers, ...(body !== undefined && json) } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const isJson = response.headers['content-type']?.startsWith('application/json');
        resolve({ status: response.statusCode ?? 0, tag: response.headers.etag, body: isJson ? JSON.parse(text) : text });
      });
      response.on('error', (error) => resolve(error.message));
    });
    call.on('error', (error) => resolve(error.message));
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Starts `callers` that repeat `flows` in turn until `stop`, on keep-alive connections or on a new one for each call. */
export const keepCalling = (flows: readonly Flow[], callers: number, connections: keyof typeof agents = 'reused') => {
  const met: CallResult[] = [];
  let isStopped = false;
  const ask: Ask = async (call) => {
    const answered = await made(call, agents[connections]);
    const what = typeof answered === 'string' ? answered : answered.status;
    met.push({ method: call.method, url: call.url, what });
    if (typeof answered === 'string' || answered.status >= 300) throw new Error(`${call.method} ${call.url}: ${what}`);
    return answered;
  };
  const caller = async (first: number): Promise<void> => {
    for (let n = first; !isStopped; n += 1) await flows[n % flows.length]?.(ask).catch(() => {});
  };
  const running = Array.from({ length: callers }, (_, n) => caller(n));
  return {
    met,
    /** Makes a further call beside those of the callers. */
    ask,
    /** Returns the calls without a response or with a 5xx. */
    failed: (): CallResult[] => met.filter(({ what }) => typeof what === 'string' || what >= 500),
    /** Waits until `count` more calls have ended. */
    more: async (count: number): Promise<void> => {
      const until = met.length + count;
      while (met.length < until) await sleep(20);
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await Promise.all(running);
    },
  };
};
