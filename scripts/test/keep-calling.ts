import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Call = { method: 'GET' | 'POST' | 'PATCH'; url: string; headers?: Record<string, string>; body?: unknown };
/** What a call met: a status, or how its connection ended. */
export type Met = Pick<Call, 'method' | 'url'> & { what: number | string };
type Answered = { status: number; tag: string | undefined; body: unknown };
/** Makes a call and notes what it met; throws when it met no 2xx, since what comes after it has nothing to go on with. */
export type Ask = (call: Call) => Promise<Answered>;
/** What a caller does over and over: a call, or some that belong together. */
export type Flow = (ask: Ask) => Promise<unknown>;

const agents = { kept: new Agent({ keepAlive: true }), new: new Agent() };
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

/** So many callers, each doing one of `flows` after the other until told to stop, on connections that are kept or on a new one for each call. */
export const keepCalling = (flows: readonly Flow[], callers: number, connections: keyof typeof agents = 'kept') => {
  const met: Met[] = [];
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
    /** A call beside theirs. */
    ask,
    /** Calls that got no answer, or one of the server's own faults. */
    failed: (): Met[] => met.filter(({ what }) => typeof what === 'string' || what >= 500),
    /** Waits until so many more calls were answered. */
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
