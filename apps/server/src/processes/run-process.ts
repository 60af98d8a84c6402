import type { Logger } from 'pino';
import { type Config, ignoredSettings, readConfig } from '../config.ts';
import { build } from '../platform/build.ts';
import { createDatabaseClock } from '../platform/db/database-clock.ts';
import { deadlines } from '../platform/deadlines.ts';
import { createLog, linesLost } from '../platform/log.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { traceFetches } from '../platform/tracing/trace-fetches.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { tracingSettings } from '../platform/tracing/tracing-settings.ts';
import type { ProcessContext } from '../context.ts';
import { type Warming, warmUp } from './warm-up.ts';

/** EX_CONFIG: a restart cannot help. */
const INVALID_CONFIG = 78;
const INVALID_ARGUMENTS = 2;

/** Description of each process, printed by `--help`. */
const ABOUT = {
  'admin-api': 'the web page and the staff API, on ENDCAP_ADMIN_PORT',
  'app-api': 'the API that phones call, on ENDCAP_APP_PORT',
  'push-worker': 'sends what is to be sent, beside as many others as there are',
  migrate: 'brings the schema of DATABASE_URL up to this version, and ends; while it does, everything else goes on',
} as const;
type ProcessName = keyof typeof ABOUT;

/** The only argument that a process accepts. */
export const CHECK = '--check';
const CHECK_HELP = `With ${CHECK} it changes nothing, lists the migrations that the database lacks, and ends with 0 when there are none, with 3 when there are.
Its settings stand in the environment, and docs/reference/settings.md lists them.`;

/** Exits if there are command-line arguments, since processes are configured by their environment only. `--help` prints the help. */
const assertNoArguments = (name: ProcessName, [first, more]: readonly string[]): void => {
  const word = name === 'migrate' && first === CHECK ? more : first;
  if (word === undefined) return;
  if (word !== '--help' && word !== '-h') {
    process.stderr.write(`${name}: ${word} is not known; \`--help\` says all\n`);
    process.exit(INVALID_ARGUMENTS);
  }
  process.stdout.write(`${name}: ${ABOUT[name]}

${name === 'migrate' ? CHECK_HELP : 'It takes no words: its settings stand in the environment, and docs/reference/settings.md lists them.'} It ends with 0 when it is done or was told to stop (SIGTERM), with 1 when it
could not do it this time, with 2 when it was given words, with 78 when a setting is wrong: starting it again changes nothing then.
`);
  process.exit(0);
};

const announce = (message: unknown): void => {
  // Under `npm start` the parent waits for this; elsewhere there is no channel.
  process.send?.(message);
};

type Running = {
  stop: () => Promise<void>;
  /** Runs before the process accepts calls. The process can be stopped meanwhile. */
  warming?: Warming;
  /** Starts accepting calls. A proxy forwards calls as soon as the port is open, even before `/readyz` returns 200. */
  listen?: () => Promise<unknown>;
  /** Timeout in milliseconds. The process exits even if something has not stopped by then. */
  within?: number;
};

/** Opens the metrics of a process and their server. The modules are imported only if a port is configured. */
const openMetrics = async (name: string, { ENDCAP_METRICS_PORT: port, HOST: host }: Config) => {
  if (port === undefined) return undefined;
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('../platform/metrics/metrics.ts'),
    import('../platform/metrics/serve-metrics.ts'),
  ]);
  const metrics = createMetrics(name);
  metrics.counts({ name: 'endcap_log_lines_lost_total', help: 'Lines of the log that could not be written' }, () => ({ '': linesLost() }));
  return { metrics, serve: () => serveMetrics(metrics, { host, port }) };
};

/** Starts tracing if OpenTelemetry's own variables are set. */
const startTracing = async (name: string, log: Logger): Promise<Tracing | undefined> => {
  // oxlint-disable-next-line node/no-process-env -- as below; the exporter reads the rest of them by itself
  const settings = tracingSettings(process.env, (sentence) => log.warn(sentence));
  if (!settings) return undefined;
  const tracing = await openTracing(settings, name, log);
  traceFetches(tracing);
  return tracing;
};

/** Starts a process from the environment and stops it on SIGTERM or SIGINT, after it has finished running work. */
export const runProcess = async (name: ProcessName, start: (context: ProcessContext) => Promise<Running>): Promise<void> => {
  assertNoArguments(name, process.argv.slice(2));
  let config: Config;
  let log: Logger;
  let ignored: string[];
  try {
    // oxlint-disable-next-line node/no-process-env -- the only access to the environment
    const env = process.env;
    config = readConfig(env);
    ignored = ignoredSettings(env);
    log = createLog(config.LOG_LEVEL, name);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(INVALID_CONFIG);
  }
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));
  process.stdout.on('error', () => {});
  // Toggles debug logging while the process runs (D-2A).
  process.on('SIGUSR2', () => {
    log.level = log.level === 'debug' ? config.LOG_LEVEL : 'debug';
    log.warn({ level: log.level }, 'the log has another level');
  });
  try {
    const metricsServer = await openMetrics(name, config);
    const tracing = await startTracing(name, log);
    log.info(build, 'starting');
    if (ignored.length > 0) log.warn({ settings: ignored }, 'settings without the prefix ENDCAP_ are ignored');
    const clock = createDatabaseClock();
    const running = await start({ config, log, now: clock.now, clock, metrics: metricsServer?.metrics, tracing, name });
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), running.within ?? deadlines.stopWithin).unref();
      running
        .stop()
        .then(() => tracing?.stop())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    process.once('disconnect', stop);
    // A process that waits for the database or the provider exposes its metrics meanwhile.
    await metricsServer?.serve();
    if (running.warming) await warmUp(running.warming, log);
    if (stopping) return;
    await running.listen?.();
    announce({ ready: name });
  } catch (error) {
    log.fatal({ err: error }, 'cannot start');
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigurationError ? INVALID_CONFIG : 1);
  }
};
