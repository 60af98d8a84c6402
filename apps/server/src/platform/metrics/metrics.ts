import { keysOf } from '@endcap/contract/core';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { build } from '../build.ts';

/** Values by label value, e.g. `{ accepted: 12 }`; under the empty string for a metric without a label. */
export type Figures = Readonly<Record<string, number>>;
type Named = { name: string; help: string; label?: string };
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds; a call takes a few milliseconds, an upload a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Gauges that the library names like counters. It reports the same numbers by type, too. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Shares one read among all metrics that are collected at the same time. */
const together = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | null = null;
  return () =>
    (running ??= read().finally(() => {
      running = null;
    }));
};

/**
 * Prometheus metrics of a process (OPS-01): Node's own, request durations, and those registered here, which are read at each scrape. A
 * metric that cannot be read is left out of the response.
 */
export const createMetrics = (process: string) => {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const info = new Gauge({
    name: 'endcap_build_info',
    help: 'Always 1; the labels name the version that runs',
    labelNames: ['version', 'commit', 'migration'],
    registers: [registry],
  });
  info.set({ version: build.version, commit: build.commit ?? '', migration: build.migration }, 1);
  const requests = new Histogram({
    name: 'endcap_http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const level = ({ name, help, label }: Named, read: () => Figures | Promise<Figures>): void => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      collect: async () => {
        const figures = await (async () => read())().catch((): Figures => ({}));
        gauge.reset();
        if (!label) gauge.remove();
        for (const [value, figure] of Object.entries(figures)) gauge.set(label ? { [label]: value } : {}, figure);
      },
    });
  };
  return {
    /** Records an answered request. */
    request: (labels: { method: string; route: string; status: number }, seconds: number): void => requests.observe(labels, seconds),
    /** Registers a counter. `read` returns its values, which the caller stores. */
    counts: ({ name, help, label }: Named, read: () => Figures): void => {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: label ? [label] : [],
        registers: [registry],
        collect: () => {
          counter.reset();
          for (const [value, count] of Object.entries(read())) counter.inc(label ? { [label]: value } : {}, count);
        },
      });
    },
    /** Registers a gauge. */
    level,
    /** Registers several gauges that one read returns. */
    levels: <Key extends string>(named: Readonly<Record<Key, Named>>, read: () => Promise<Readonly<Record<Key, Figures>>>): void => {
      const readOnce = together(read);
      for (const key of keysOf(named)) level(named[key], async () => (await readOnce())[key]);
    },
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
};
