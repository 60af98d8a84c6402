import { createHash, randomInt } from 'node:crypto';
import { type FcmReply, fcmErrors } from './fcm-errors.ts';

/** Faults with which the phone gets the message although the sender gets no confirmation. The real service has shown them. */
const delivering = ['unavailableAfterDelivery', 'drop', 'disconnect', 'silent', 'garbage', 'html', 'noName', 'huge', 'slow'] as const;
const deliveredAnyway: ReadonlySet<string> = new Set(delivering);

const faultKinds = [
  'unavailable',
  'internal',
  'quota',
  'unauthenticated',
  'wrongProject',
  'wrongPath',
  'thirdPartyAuth',
  'unregistered',
  'badField',
  'badPayload',
  'refuseStream',
  ...delivering,
] as const;
/** Fault of one message. */
export type FaultKind = (typeof faultKinds)[number];

/** Faults to inject into the next answers; set through the control port. */
export type Behaviour = {
  latencyMs: number;
  /** Faults of the next sends, in order. They come before all other faults. */
  failures: { kind: FaultKind; count: number; retryAfter?: string }[];
  /** Share of sends per fault, 0 to 1. Derived from `seed`, address and its number of sends, so the same seed gives the same faults. */
  mix: Partial<Record<FaultKind, number>>;
  seed: number;
  /** Retry-After values that faults of the mix use in turn; null sends none. */
  retryAfters: (string | null)[];
  slowMs: number;
  /** Number of streams after which a session gets GOAWAY; null: never. */
  goawayEvery: number | null;
  maxStreams: number;
  token: { status: number; delayMs: number; expiresIn: number };
};

export const wellBehaved = (): Behaviour => ({
  latencyMs: 0,
  failures: [],
  mix: {},
  seed: randomInt(2 ** 31),
  retryAfters: [null],
  slowMs: 2_000,
  goawayEvery: null,
  maxStreams: 100,
  token: { status: 200, delayMs: 0, expiresIn: 3_600 },
});

/** Returns a pseudo-random number from 0 up to 1, the same for the same words. */
const chance = (...words: (string | number)[]): number => createHash('md5').update(words.join('\n')).digest().readUInt32BE() / 2 ** 32;

export type Fault = { kind: FaultKind; retryAfter?: string | null };

/** An address may carry its fault: `always-wrongProject-7` is refused each time, `once-unavailable-7` the first time. */
const OWN_FAULT = /^(always|once)-([a-zA-Z]+)-/;

const faultOfAddress = (address: string, once: Set<string>): FaultKind | null => {
  const [, how, named] = OWN_FAULT.exec(address) ?? [];
  const kind = faultKinds.find((one) => one === named);
  if (!kind || (how === 'once' && once.has(address))) return null;
  if (how === 'once') once.add(address);
  return kind;
};

/** Returns a function that chooses the fault of each send, or null. */
export const createFaults = () => {
  const once = new Set<string>();
  const sends = new Map<string, number>();
  let quotas = 0;
  let counted: Behaviour | undefined;
  return (behaviour: Behaviour, address: string): Fault | null => {
    const next = behaviour.failures[0];
    if (next) {
      next.count -= 1;
      if (next.count <= 0) behaviour.failures.shift();
      return { kind: next.kind, ...(next.retryAfter !== undefined && { retryAfter: next.retryAfter }) };
    }
    const own = faultOfAddress(address, once);
    if (own) return { kind: own };
    const { mix } = behaviour;
    if (Object.keys(mix).length === 0) return null;
    if (counted !== behaviour) {
      counted = behaviour;
      sends.clear();
    }
    const nth = (sends.get(address) ?? 0) + 1;
    sends.set(address, nth);
    let at = chance(behaviour.seed, address, nth);
    for (const kind of faultKinds) {
      const share = mix[kind] ?? 0;
      if (at < share) {
        quotas += 1;
        return { kind, retryAfter: behaviour.retryAfters[quotas % behaviour.retryAfters.length] ?? null };
      }
      at -= share;
    }
    return null;
  };
};

const HUGE = 'x'.repeat(10 * 1024 * 1024);

/** Returns the reply for a fault; null if the stream or connection ends or stays silent. */
export const answerTo = ({ kind, retryAfter }: Fault): FcmReply | null => {
  switch (kind) {
    case 'unavailable':
    case 'unavailableAfterDelivery':
      return fcmErrors.unavailable();
    case 'internal':
    case 'unauthenticated':
    case 'wrongProject':
    case 'wrongPath':
    case 'thirdPartyAuth':
    case 'unregistered':
      return fcmErrors[kind]();
    case 'quota':
      return fcmErrors.quota(retryAfter ?? undefined);
    case 'badField':
      return fcmErrors.badField('message.notification.title', 'Invalid value');
    case 'badPayload':
      return fcmErrors.badPayload('Invalid JSON payload received.');
    case 'garbage':
      return { status: 200, body: '\u0000\u0001{"name":', headers: { 'content-type': 'application/octet-stream' } };
    case 'html':
      return { status: 200, body: '<!doctype html><title>Proxy</title>', headers: { 'content-type': 'text/html' } };
    case 'huge':
      return { status: 200, body: HUGE };
    case 'noName':
      return { status: 200, body: {} };
    default:
      return null;
  }
};

/** Returns whether the phone gets the message although the sender receives no confirmation. */
export const isTaken = (kind: FaultKind): boolean => deliveredAnyway.has(kind);
