export type LoopOrder = {
  gateway: { url: string; credentialsFile: string; caFile: string };
  messages: number;
  /** HTTP/2 sessions with 100 streams each, or calls of `sendEach` at a time. */
  parallel: number;
};
/** Messages a second, and processor microseconds a message. */
export type LoopResult = { perSecond: number; microseconds: number };
export type Loop = (order: LoopOrder) => Promise<LoopResult>;
