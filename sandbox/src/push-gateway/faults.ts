import { createHash, randomInt } from 'node:crypto';
import { type FcmReply, fcmErrors } from './fcm-errors.ts';

/** The phone gets the message although the sender does not learn it, as the real service has done. */
const taking = ['unavailableAfterDelivery', 'drop', 'disconnect', 'silent', 'garbage', 'html', 'noName', 'huge', 'slow'] as const;
const takesTheMessage: ReadonlySet<string> = new Set(taking);

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
  ...taking,
] as const;
/** What goes wrong with one message. */
export type FaultKind = (typeof faultKinds)[number];

/** What the next answers are instead of the truth; set through the control port. */
export type Behaviour = {
  latencyMs: number;
  /** The next sends in order, before anything else. */
  failures: { kind: FaultKind; count: number; retryAfter?: string }[];
  /** Share of sends per fault, 0 to 1, chosen by `seed`, address and how often it was sent to: the same seed, the same faults. */
  mix: Partial<Record<FaultKind, number>>;
  seed: number;
  /** Forms of Retry-After that `quota` of the mix takes turns with; null sends none. */
  retryAfters: (string | null)[];
  slowMs: number;
  /** A session is told to go away after so many streams. */
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

/** 0 up to 1, the same for the same words. */
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

/** The fault of one send, or null. */
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

/** What is answered; null when nothing is, because the stream or the connection ends or stays silent. */
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

/** Whether the phone gets the message although the sender does not learn it. */
export const isTaken = (kind: FaultKind): boolean => takesTheMessage.has(kind);
