import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** A process that is to stop waits no longer for a collector. */
const LAST_WORDS_MS = 2_000;

/** Starts OpenTelemetry as its variables say (decision 83). Its libraries are loaded here, and by nobody who does not want traces. */
export const openTracing = async (settings: TracingSettings, processName: string, log: Logger): Promise<Tracing> => {
  const { createTracing } = await import('./open-telemetry.ts');
  const { begin, shutdown } = await createTracing(settings, processName, log);
  return {
    begin,
    stop: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, LAST_WORDS_MS);
      await Promise.race([shutdown().catch(() => {}), promise]);
      clearTimeout(timer);
    },
  };
};
