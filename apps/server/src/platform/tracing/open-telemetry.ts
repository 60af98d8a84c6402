import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Begun, Carrier, Part } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };

const samplerOf = ({ sampler, ratio }: TracingSettings): Sampler => {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
};

/** Logs once when the collector stops accepting spans, and once when it accepts them again. */
const loggingOutages = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isAway)
          log.warn({ err: result.error }, 'the collector of traces does not take them: they are dropped until it does');
        if (!failed && isAway) log.info('the collector of traces takes them again');
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};

const exporterOf = async ({ protocol }: TracingSettings): Promise<SpanExporter> => {
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter();
};

/** Creates spans with OpenTelemetry's SDK, and exports them to a collector. */
export const createTracing = async (settings: TracingSettings, processName: string, log: Logger) => {
  const ours = resourceFromAttributes({
    'service.name': `endcap-${processName}`,
    'endcap.process': processName,
    'process.pid': process.pid,
  });
  const provider = new TracerProvider({
    resource: ours.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: loggingOutages(await exporterOf(settings), log), ...settings.batch })],
  });
  const tracer = provider.getTracer('endcap');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new WeakMap<Part, Context>();

  const begin = ({ name, kind, facts, within, from }: Begun): Part => {
    const outer = (within && contexts.get(within)) ?? propagator.extract(ROOT_CONTEXT, from ?? {}, defaultTextMapGetter);
    const span = tracer.startSpan(name, { kind: kinds[kind], ...(facts && { attributes: facts }) }, outer);
    const inner = trace.setSpan(outer, span);
    const part: Part = {
      note: (more) => void span.setAttributes(more),
      end: (error) => {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        if (error instanceof Error) span.setAttribute('error.type', 'code' in error ? String(error.code) : error.name);
        span.end();
      },
      carrier: () => {
        const carrier: Carrier = {};
        propagator.inject(inner, carrier, defaultTextMapSetter);
        return carrier;
      },
    };
    contexts.set(part, inner);
    return part;
  };
  return { begin, shutdown: () => provider.shutdown() };
};
