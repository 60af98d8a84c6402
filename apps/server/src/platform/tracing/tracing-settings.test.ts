import { expect, test } from 'vitest';
import { tracingSettings } from './tracing-settings.ts';

const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (env: Record<string, string>) => {
  const warned: string[] = [];
  return { settings: tracingSettings(env, (sentence) => warned.push(sentence)), warned };
};

test.each([
  ['nothing is set', {}],
  ['an address is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  ['only a name is set', { OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on' }],
  ['OpenTelemetry is off', { ...at, OTEL_SDK_DISABLED: 'TRUE' }],
  ['no traces are wanted', { ...at, OTEL_TRACES_EXPORTER: 'none' }],
])('without traces: %s', { tags: ['OPS-02'] }, (_, env) => expect(read(env)).toEqual({ settings: null, warned: [] }));

test("an address is enough; the rest is OpenTelemetry's own defaults", { tags: ['OPS-02'] }, () => {
  const settings = {
    protocol: 'http/protobuf',
    sampler: 'parentbased_always_on',
    ratio: 1,
    batch: { scheduledDelayMillis: 5_000, maxQueueSize: 2_048, maxExportBatchSize: 512, exportTimeoutMillis: 30_000 },
  };
  expect(read(at)).toEqual({ settings, warned: [] });
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).toEqual({ settings, warned: [] });
});

test('reads the settings from the environment, and prefers those for traces to general ones', { tags: ['OPS-02'] }, () => {
  const { settings, warned } = read({
    ...at,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
    OTEL_BSP_MAX_QUEUE_SIZE: '100',
  });
  expect(settings).toMatchObject({ protocol: 'http/json', sampler: 'parentbased_traceidratio', ratio: 0.05 });
  expect(settings?.batch).toMatchObject({ maxQueueSize: 100, maxExportBatchSize: 100 });
  expect(warned).toEqual([]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL', { protocol: 'http/protobuf' }],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER', { sampler: 'parentbased_always_on' }],
  [{ OTEL_TRACES_SAMPLER_ARG: '5 %' }, 'OTEL_TRACES_SAMPLER_ARG', { ratio: 1 }],
  [{ OTEL_BSP_SCHEDULE_DELAY: '-1' }, 'OTEL_BSP_SCHEDULE_DELAY', { batch: { scheduledDelayMillis: 5_000 } }],
])('warns of an invalid setting and uses its default: %o', { tags: ['OPS-02'] }, (env, name, taken) => {
  const { settings, warned } = read({ ...at, ...env } as Record<string, string>);
  expect(settings).toMatchObject(taken);
  expect(warned).toHaveLength(1);
  expect(warned[0]).toContain(`${name} `);
});
test('warns of an unsupported exporter and disables tracing', { tags: ['OPS-02'] }, () => {
  const { settings, warned } = read({ ...at, OTEL_TRACES_EXPORTER: 'zipkin' });
  expect([settings, warned.length]).toEqual([null, 1]);
});
