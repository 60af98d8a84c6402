/** How a trace goes from one process to another: W3C's headers, by their names. */
export type Carrier = { traceparent?: string; tracestate?: string };
type Facts = Readonly<Record<string, string | number | boolean>>;
/** A part of a trace while it is done: a span. */
export type Part = {
  note: (facts: Facts) => void;
  /** Once. `error`: why it failed. */
  end: (error?: unknown) => void;
  carrier: () => Carrier;
};
export type Begun = {
  name: string;
  kind: 'server' | 'client' | 'producer';
  facts?: Facts;
  /** What it is a part of: one of this process, or of another one. Without either it begins a trace. */
  within?: Part | undefined;
  from?: Carrier | undefined;
};
/** Tells a collector what is done. */
export type Tracing = { begin: (begun: Begun) => Part; stop: () => Promise<void> };
