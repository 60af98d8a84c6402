import type { Checkpoint, ClaimedChunk } from '../src/features/delivery/chunk/chunk.repository.ts';
import { isOpen, tally } from '../src/features/delivery/outcome.ts';
import type { PushAddress, PushGateway, PushOutcome, Send } from '../src/features/delivery/push-gateway.ts';
import { drawSampleSizes } from '../src/features/delivery/chunk/sample.ts';

/** Behaviour of an address: `mismatch`, `malformed` and `dead` fail for good, `silent` fails at first, `slow` is late to answer. */
export type Kind = 'good' | 'slow' | 'silent' | 'dead' | 'mismatch' | 'malformed';
export const isReachable = (kind: Kind): boolean => kind === 'good' || kind === 'slow' || kind === 'silent';

const CHUNK = 500;
const SILENT_TRIES = 2;
const unmarked = { marks: null, textVersion: null };

type Chunk = {
  no: number;
  devices: number[];
  outcomes: Buffer;
  sample: 'due' | 'done' | null;
  samplePlaces: number;
  owned: boolean;
  epoch: number;
};
export type Phone = { kind: Kind; pruned: boolean; asked: number; shown: number; dryRuns: number };

/** A fan-out, its phones and the push service in memory, with the functions of the repositories that they replace. */
export const simulateFanOut = (kinds: readonly Kind[], keyEndsAfter = Infinity) => {
  const phones: Phone[] = kinds.map((kind) => ({ kind, pruned: false, asked: 0, shown: 0, dryRuns: 0 }));
  const chunks: Chunk[] = Array.from({ length: Math.ceil(phones.length / CHUNK) }, (_, no) => {
    const devices = phones.slice(no * CHUNK, (no + 1) * CHUNK).map((_phone, at) => no * CHUNK + at);
    return { no, devices, outcomes: Buffer.alloc(devices.length), sample: null, samplePlaces: 0, owned: false, epoch: 0 };
  });
  const fanOut = { state: 'sending', proven: false, pauses: 0, refusal: null as string | null, sends: 0 };
  const pendingOf = (chunk: Chunk): number => tally(chunk.outcomes).pending;
  const addressOf = (seq: number): PushAddress => ({ kind: 'token', value: String(seq) });

  const answer = (phone: Phone): PushOutcome => {
    if (fanOut.sends > keyEndsAfter) return { is: 'stop', reason: 'credential', error: '403' };
    if (phone.kind === 'dead') return { is: 'deadAddress' };
    if (phone.kind === 'mismatch') return { is: 'stop', reason: 'credential', error: '403 SENDER_ID_MISMATCH' };
    if (phone.kind === 'malformed') return { is: 'stop', reason: 'payload', error: '400' };
    if (phone.kind === 'silent' && phone.asked <= SILENT_TRIES) return { is: 'transient' };
    return { is: 'accepted', messageId: 'm' };
  };
  const sender =
    (isDryRun: boolean): Send =>
    async ({ value }) => {
      const phone = phones[Number(value)];
      if (!phone) throw new Error('unknown');
      if (isDryRun) phone.dryRuns += 1;
      else {
        phone.asked += 1;
        fanOut.sends += 1;
      }
      const outcome = answer(phone);
      for (let n = 0; n < (phone.kind === 'slow' ? 20 : 1); n += 1) await Promise.resolve();
      if (outcome.is === 'accepted' && !isDryRun) phone.shown += 1;
      return outcome;
    };
  const push: PushGateway = {
    project: 'simulated',
    prepare: () => sender(false),
    dryRun: () => sender(true),
    breadth: () => 100,
    isKeyRefused: async () => false,
    close: async () => {},
  };

  const claimChunk = async (): Promise<ClaimedChunk | undefined> => {
    const whole = fanOut.proven || fanOut.state === 'stopped';
    const chunk = chunks.find((one) => !one.owned && pendingOf(one) > 0 && (whole || one.sample === 'due'));
    if (!chunk) return undefined;
    chunk.owned = true;
    chunk.epoch += 1;
    const { no, devices, outcomes, epoch, samplePlaces } = chunk;
    return {
      notificationId: 'n',
      no,
      devices,
      outcomes,
      epoch,
      owner: 'me',
      stalls: 0,
      ...unmarked,
      samplePlaces: whole ? null : samplePlaces,
    };
  };
  const writeCheckpoint = async (_: unknown, { no }: ClaimedChunk, { outcomes, dead, refusal, sampled, next }: Checkpoint) => {
    const chunk = chunks[no];
    if (!chunk) return false;
    chunk.outcomes = Buffer.from(outcomes);
    chunk.owned = next.is === 'renew';
    if (sampled) chunk.sample = 'done';
    fanOut.refusal ??= refusal;
    for (const { seq } of dead) (phones[seq] ?? { pruned: false }).pruned = true;
    return true;
  };
  const sampled = () => chunks.filter(({ sample }) => sample !== null);

  return {
    phones,
    fanOut,
    push,
    byteOf: (seq: number): number | undefined => chunks[Math.floor(seq / CHUNK)]?.outcomes[seq % CHUNK],
    isOver: (): boolean => chunks.every(({ outcomes }) => outcomes.every((byte) => !isOpen(byte))),
    repositories: {
      claimChunk,
      writeCheckpoint,
      readStoredStatus: async () => ({
        notificationId: 'n',
        title: 'T',
        body: 'B',
        url: null,
        image: null,
        sign: null,
        validUntil: '2100-01-01T00:00:00.000Z',
        state: fanOut.state === 'stopped' ? ('stopped' as const) : ('going' as const),
        isExpired: false,
        brakeReleased: fanOut.pauses > 0,
        kind: 'send' as const,
        platform: null,
        version: 1,
        withdrawn: null,
        textVersion: null,
      }),
      readAddresses: async (_: unknown, seqs: readonly number[]) =>
        new Map(seqs.filter((seq) => !phones[seq]?.pruned).map((seq) => [seq, addressOf(seq)])),
      stopFanOut: async () => void (fanOut.state = 'stopped'),
      /** Simulates a pause that a person ends at once. */
      pauseFanOut: async () => (fanOut.pauses += 1) > 0,
      markProven: async () => void (fanOut.proven = true),
      drawSample: async () => {
        for (const { no, size } of drawSampleSizes(chunks.map(({ devices }) => devices.length)))
          Object.assign(chunks[no] ?? {}, { sample: 'due', samplePlaces: size });
      },
      sampleAgain: async () => {
        for (const chunk of sampled()) chunk.sample = 'due';
      },
      readSample: async () =>
        fanOut.proven || fanOut.state === 'stopped' || chunks.some((chunk) => chunk.sample === 'due' && pendingOf(chunk) > 0)
          ? undefined
          : {
              brakeReleased: fanOut.pauses > 0,
              refusal: fanOut.refusal,
              audience: phones.length,
              pending: chunks.reduce((sum, chunk) => sum + pendingOf(chunk), 0),
              outcomes: sampled().map(({ outcomes }) => outcomes),
            },
      readReachedSample: async (_: unknown, __: string, count: number) => {
        const reached = chunks.flatMap(({ devices, outcomes }) => devices.filter((_seq, at) => outcomes[at] === 1));
        return Array.from({ length: Math.min(count, reached.length) }, () =>
          addressOf(reached[Math.floor(Math.random() * reached.length)] ?? 0),
        );
      },
      readFailedShare: async () => phones.filter(({ pruned }) => pruned).length / phones.length,
    },
  };
};
export type SimulatedFanOut = ReturnType<typeof simulateFanOut>;
