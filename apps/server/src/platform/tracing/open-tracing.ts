import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** Milliseconds that a stopping process waits for the collector. */
const LAST_WORDS_MS = 2_000;

/** Starts OpenTelemetry as configured (decision 83). Its libraries are imported here, so that they are loaded only for tracing. */
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
