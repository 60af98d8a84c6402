/** Trace context that is passed between processes, as the headers of W3C Trace Context. */
export type Carrier = { traceparent?: string; tracestate?: string };
type Facts = Readonly<Record<string, string | number | boolean>>;
/** A span of a trace that has not ended. */
export type Part = {
  note: (facts: Facts) => void;
  /** Ends the span; called once. `error`: why the work failed. */
  end: (error?: unknown) => void;
  carrier: () => Carrier;
};
export type Begun = {
  name: string;
  kind: 'server' | 'client' | 'producer';
  facts?: Facts;
  /** Parent span, in this process or, by `from`, in another one. Without either a new trace begins. */
  within?: Part | undefined;
  from?: Carrier | undefined;
};
/** Creates spans and sends them to a collector. */
export type Tracing = { begin: (begun: Begun) => Part; stop: () => Promise<void> };
