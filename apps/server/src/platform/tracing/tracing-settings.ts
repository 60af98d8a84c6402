type Env = Readonly<Record<string, string | undefined>>;

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof samplers)[number];

/** Settings from OpenTelemetry's standard variables. The exporter reads its own (address, headers, certificates, timeout, compression). */
export type TracingSettings = {
  protocol: 'http/protobuf' | 'http/json';
  sampler: SamplerName;
  /** Share of traces that are recorded, 0 to 1. */
  ratio: number;
  batch: { scheduledDelayMillis: number; maxQueueSize: number; maxExportBatchSize: number; exportTimeoutMillis: number };
};

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T => (words as readonly string[]).includes(word);

/**
 * Reads the tracing settings (OPS-02); null if no endpoint is set. Invalid values fall back to their defaults, as the OpenTelemetry
 * specification requires. `warn` is called with a sentence for each.
 */
export const tracingSettings = (env: Env, warn: (sentence: string) => void): TracingSettings | null => {
  const word = (name: string): string => env[name]?.trim() ?? '';
  const isWanted = word('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '' || word('OTEL_EXPORTER_OTLP_ENDPOINT') !== '';
  const exporter = word('OTEL_TRACES_EXPORTER') || 'otlp';
  if (!isWanted || word('OTEL_SDK_DISABLED').toLowerCase() === 'true' || exporter === 'none') return null;
  if (exporter !== 'otlp') {
    warn('OTEL_TRACES_EXPORTER: traces leave by otlp or not at all (none)');
    return null;
  }
  const oneOf = <T extends string>(names: readonly string[], words: readonly T[], fallback: T): T => {
    const name = names.find((one) => word(one) !== '');
    if (name === undefined || isOneOf(words, word(name))) return name === undefined ? fallback : (word(name) as T);
    warn(`${name} is none of ${words.join(', ')}: ${fallback} is taken`);
    return fallback;
  };
  const number = (name: string, fallback: number, isFine: (value: number) => boolean): number => {
    if (word(name) === '') return fallback;
    if (isFine(Number(word(name)))) return Number(word(name));
    warn(`${name} is no number that can be meant: ${fallback} is taken`);
    return fallback;
  };
  const isCount = (value: number): boolean => Number.isInteger(value) && value > 0;
  const maxQueueSize = number('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, isCount);
  return {
    protocol: oneOf(['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'], ['http/protobuf', 'http/json'], 'http/protobuf'),
    sampler: oneOf(['OTEL_TRACES_SAMPLER'], samplers, 'parentbased_always_on'),
    ratio: number('OTEL_TRACES_SAMPLER_ARG', 1, (value) => value >= 0 && value <= 1),
    batch: {
      scheduledDelayMillis: number('OTEL_BSP_SCHEDULE_DELAY', 5_000, isCount),
      maxQueueSize,
      maxExportBatchSize: Math.min(maxQueueSize, number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, isCount)),
      exportTimeoutMillis: number('OTEL_BSP_EXPORT_TIMEOUT', 30_000, isCount),
    },
  };
};
