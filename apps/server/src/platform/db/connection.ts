import type { Socket } from 'node:net';
import { CamelCasePlugin, type Kysely as KyselyType, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { deadlines } from '../deadlines.ts';
import type { WatchStatement } from '../tracing/watch-statements.ts';

// Counts and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// node-postgres has no names for array types.
const INT8_ARRAY: number = 1016;
const FLOAT8_ARRAY: number = 1022;
pg.types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(FLOAT8_ARRAY));

export type ConnectionOptions = {
  url: string;
  /** The URL leads to a pooler that gives each transaction another session, so that session settings are those of the role (OPS-09). */
  isPooled?: boolean;
  poolSize: number;
  /** Shown as `application_name` in `pg_stat_activity`. */
  applicationName?: string | undefined;
  onError: (error: Error) => void;
  /** In milliseconds; 0: no limit. */
  limits?: Partial<Limits>;
  /** Called with each statement. */
  watch?: WatchStatement | undefined;
  /** Called with each new connection, which runs no other statement before this ends. */
  opened?: ((client: pg.ClientBase) => Promise<void>) | undefined;
};
export type Limits = {
  /** Timeout for getting a connection. */
  connectMs: number;
  statementMs: number;
  /** For each lock. */
  lockMs: number;
  /** Timeout of an idle transaction. */
  idleMs: number;
  /** A connection in use without traffic for this long is dead: the server's own limits are shorter. */
  silenceMs: number;
  /** Maximum age of a connection. A new one resolves the host name again, which may point to another server after a failover (OPS-08). */
  ageMs: number;
};

/** Default limits, for statements that a caller waits for. */
const LIMITS: Limits = {
  connectMs: 2_000,
  statementMs: deadlines.statement,
  lockMs: deadlines.lock,
  idleMs: 15_000,
  silenceMs: deadlines.silence,
  ageMs: 300_000,
};
/** Limits of commands. They may connect slowly on a machine that is just starting; a server that is down refuses at once anyway. */
export const UNLIMITED: Limits = { connectMs: 15_000, statementMs: 0, lockMs: 0, idleMs: 0, silenceMs: 0, ageMs: 0 };

/**
 * Settings of our sessions, in the units of `pg_settings`. `work_mem` fits the hash of many stores' subscriptions when an audience is
 * counted; beyond it PostgreSQL looks rows up one by one. Reading an index from end to end costs no seeks on today's disks, hence the low
 * `random_page_cost`. JIT is off because it takes tens of milliseconds and our statements take a few.
 */
export const sessionSettings = (limits: Partial<Limits> = {}): Record<string, string> => {
  const { statementMs, lockMs, idleMs } = { ...LIMITS, ...limits };
  return {
    statement_timeout: String(statementMs),
    lock_timeout: String(lockMs),
    idle_in_transaction_session_timeout: String(idleMs),
    work_mem: '32768',
    random_page_cost: '1.1',
    TimeZone: 'UTC',
    jit: 'off',
  };
};
const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** PostgreSQL closed the connection because this process sent nothing for too long within a transaction (`idleMs`). */
const IDLE_TOO_LONG = '25P03';

// The server is read-only or in recovery (a standby, a primary that was demoted), lacks our database, role or tables, or refuses our password or our
// rights. What was prepared on a connection before a migration is refused like that as well (0A000): a new connection prepares it again.
const WRONG_SERVER = /^(25006|55000|3D000|28000|28P01|42501|42P01|0A000)$/;

/** Returns whether the server that answered cannot do our work, which means that the address points to the wrong server. */
const isWrongServer = (error: unknown): boolean => WRONG_SERVER.test(codeOf(error));

/** Returns whether our role lacks a right for the statement (42501). */
export const lacksRights = (error: unknown): boolean => codeOf(error) === '42501';

const NAMED = /^(?:select )?\/\* prepared: ([\w ]+) \*\//;

const reportEnd = async (answer: Promise<unknown>, done: (error?: unknown) => void): Promise<void> => {
  try {
    await answer;
    done();
  } catch (error) {
    done(error);
  }
};

/**
 * Prepares a statement that begins with `/* prepared: NAME *\/`, before or after `select`, once per connection. For a short statement that
 * runs a thousand times a second, parsing and planning are most of the work.
 */
const prepareByName = (
  client: pg.ClientBase,
  { isPooled, watch, onFailure }: { isPooled: boolean; watch: WatchStatement | undefined; onFailure: (error: unknown) => void },
): void => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // Later statements on the closed connection fail without a code, as if the server were lost.
  let idleTooLong: unknown;
  const noteIdle = (error: unknown): void => {
    if (codeOf(error) === IDLE_TOO_LONG) idleTooLong = error;
  };
  client.on('error', noteIdle);
  const named = (error: unknown): never => {
    noteIdle(error);
    onFailure(error);
    throw idleTooLong ?? error;
  };
  const byName = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string') return query(text, values, ...rest);
    // Behind a pooler the next transaction would not find it.
    const name = isPooled ? undefined : NAMED.exec(text)?.[1];
    const done = watch?.(text);
    const result = name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    const answer = result instanceof Promise ? result.catch(named) : result;
    if (done && answer instanceof Promise) void reportEnd(answer, done);
    return answer;
  };
  Object.assign(client, { query: byName });
};

/** Returns the socket of a node-postgres client. */
export const streamOf = (client: pg.ClientBase): Socket => (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Closes its socket when connecting fails: node-postgres leaves it open when it gives up by itself, as without a password. PostgreSQL
 * waits a minute for the password, and `create database` and `drop database` wait for that connection.
 */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const connect = this.connect.bind(this) as (done: (error: unknown) => void) => void;
    // The pool only uses the form with a callback.
    const closing = (done: (error: unknown) => void): void =>
      connect((error) => {
        if (error) streamOf(this).destroy();
        done(error);
      });
    Object.assign(this, { connect: closing });
  }
}

const NO_CONNECTION_FREE = /timeout exceeded when trying to connect/;

/** Thrown when all connections of the pool stayed in use for as long as a call waits for one. */
class PoolBusy extends Error {
  override readonly name = 'PoolBusy';
}

/**
 * Throws `PoolBusy` where all connections are in use. node-postgres has the same message for that and for a server that does not answer,
 * but only the first means a busy database.
 */
const nameWaits = (pool: pg.Pool, { connectMs, poolSize }: { connectMs: number; poolSize: number }): void => {
  const connect = pool.connect.bind(pool) as (done?: (error: Error | undefined, ...rest: unknown[]) => void) => Promise<unknown>;
  let inUse = 0;
  pool.on('acquire', () => (inUse += 1));
  pool.on('release', () => (inUse -= 1));
  const named = (error: unknown): unknown =>
    error instanceof Error && NO_CONNECTION_FREE.test(error.message) && inUse >= poolSize
      ? new PoolBusy(
          `no connection of the pool was free within ${connectMs} ms: all ${poolSize} in use, ${pool.waitingCount} more calls waiting`,
        )
      : error;
  const byName = (done?: (error: unknown, ...rest: unknown[]) => void): unknown =>
    done
      ? connect((error, ...rest) => done(named(error), ...rest))
      : connect().catch((error: unknown) => {
          throw named(error);
        });
  Object.assign(pool, { connect: byName });
};

type Release = (error?: Error | boolean) => void;
type Releasable = { release: Release };

/**
 * Returns a function that marks a client. A marked client is closed when it is released, instead of being reused by the next call:
 * its server is the wrong one, and the address may point to the right one by now.
 */
const closeMarked = (pool: pg.Pool): ((client: object) => void) => {
  const marked = new WeakSet();
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<Releasable>;
  const closing = (client: Releasable): Releasable => {
    const { release } = client;
    return Object.assign(client, { release: (error) => release(error || marked.has(client)) } satisfies Releasable);
  };
  // The form with a callback is used by `pool.query` alone, which closes a connection after any error.
  Object.assign(pool, { connect: (done?: unknown) => (done ? connect(done) : connect().then(closing)) });
  return (client) => marked.add(client);
};

/** A pool whose process outlives the database: without listeners, node-postgres ends the process when PostgreSQL dies under a checked-out client. */
export const openPool = ({
  url,
  isPooled = false,
  poolSize,
  applicationName,
  onError,
  limits = {},
  watch,
  opened,
}: ConnectionOptions): pg.Pool => {
  const { connectMs, silenceMs, ageMs } = { ...LIMITS, ...limits };
  const prepare = (client: pg.ClientBase): void => {
    client.on('error', onError);
    prepareByName(client, { isPooled, watch, onFailure: (error) => isWrongServer(error) && closeLater(client) });
    // Half-open connections answer nothing and end by themselves only after a quarter of an hour (F30).
    const stream = streamOf(client);
    stream.setTimeout(silenceMs, () => stream.destroy(new Error('Connection terminated: the database is silent')));
  };
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max: poolSize,
    ...(applicationName !== undefined && { application_name: applicationName }),
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: ageMs / 1_000,
    // Without a silence limit, TCP keep-alive detects a dead peer.
    keepAlive: silenceMs === 0,
    ...(!isPooled && { options: asOptions(sessionSettings(limits)) }),
    onConnect: async (client) => {
      prepare(client);
      await opened?.(client);
    },
  });
  nameWaits(pool, { connectMs, poolSize });
  const closeLater = closeMarked(pool);
  pool.on('error', onError);
  return pool;
};

/** camelCase in code, snake_case in SQL; wire names such as `_id` stay as they are. */
class FieldNames extends CamelCasePlugin {
  protected override snakeCase(name: string): string {
    return name.startsWith('_') ? name : super.snakeCase(name);
  }
  protected override camelCase(name: string): string {
    return name.startsWith('_') ? name : super.camelCase(name);
  }
  columnOf(field: string): string {
    return this.snakeCase(field);
  }
}
const fieldNames = new FieldNames({ maintainNestedObjectKeys: true, underscoreBetweenUppercaseLetters: true });

/** Returns the column name of a field. */
export const columnOf = (field: string): string => fieldNames.columnOf(field);

export const openDatabase = <T>(pool: pg.Pool): KyselyType<T> =>
  new Kysely<T>({
    dialect: new PostgresDialect({ pool }),
    plugins: [fieldNames],
  });

// Connection failures, admin shutdown, disk full, disk broken.
const UNAVAILABLE = /^(08|57P|53|58030)/;
const UNREACHABLE = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);
const NOT_QUERYABLE =
  /Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable/;
// Too many connections, no lock in time, a statement that took too long, a transaction in which this process was idle for too long, and transactions
// that lost against others each time.
const BUSY = /^(53300|55P03|57014|25P03|40001|40P01)$/;

/** Returns whether the database is reachable but overloaded, so that a retry may succeed. */
export const isDatabaseBusy = (error: unknown): boolean => error instanceof PoolBusy || BUSY.test(codeOf(error));

/** Returns whether the database is unreachable or overloaded. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return isDatabaseBusy(error) || UNAVAILABLE.test(code) || UNREACHABLE.has(code) || NOT_QUERYABLE.test(error.message);
};

/** Returns whether the database caused the error, not the request. */
export const isDatabaseUnavailable = (error: unknown): boolean => isDatabaseAway(error) || isWrongServer(error);
