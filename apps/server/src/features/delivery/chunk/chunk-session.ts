import { sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { becauseOf, type Cause } from '../../../platform/tracing/cause.ts';
import { pauseFanOut, stopFanOut } from '../accept/fan-out.repository.ts';
import type { DeliveryDeps } from '../delivery-deps.ts';
import { ACCEPTED, byteOf, isOpen, isSuspended, mayBeSent, indexesWhere, retryDelayMs, settle, tally, triesOf } from '../outcome.ts';
import type { Send } from '../push-gateway.ts';
import { type Checkpoint, type ClaimedChunk, writeCheckpoint } from './chunk.repository.ts';
import { type DryRunResult, dryRunSample } from './dry-run-sample.ts';
import { type Judgement, judgeRefusals, onlySuspended } from './judge-refusals.ts';
import { marksAt, markUnanswered, storedMarks, unknownBy } from './marks.ts';
import type { End, Situation } from './next-step.ts';
import { endOf, fetchStatus } from './fan-out-status.ts';
import type { FanOutStatus } from './fan-out-status.repository.ts';
import type { Wave } from './outcomes-of-wave.ts';
import type { Suspicion } from './safety-brake.ts';
import { drawSampleIndexes } from './sample.ts';
import { readFailedShare } from './sample.repository.ts';
import { sendWave } from './send-wave.ts';
import { untilWritten } from './until-written.ts';

/** After this many owners without progress on a chunk, its devices are sent to one by one; after more, the first is given up (F11). */
const STALLS_ONE_BY_ONE = 5;
const STALLS_GIVE_UP = 8;
const STATUS_MAX_AGE_MS = 250;
/** Above this share of dead addresses in the audience the send pauses for a person, and no dry run can clear it (decision 22). */
const DEAD_OF_AUDIENCE = 0.3;

/**
 * One worker's session with a chunk, from the claim until its release: the state of the chunk in memory, and all operations on it.
 * `deliverChunk` calls the methods in the order that `nextStep` decides.
 */
export class ChunkSession {
  readonly #deps: DeliveryDeps;
  readonly #chunk: ClaimedChunk;
  /** Sends one message, to check if the push service answers again. */
  readonly #isProbe: boolean;
  /** Sends only to the chunk's part of the sample. Refusals are judged once the whole sample has outcomes. */
  readonly #isSample: boolean;
  readonly #waveSize: number;
  /** Sends the message as it was when the session began. */
  readonly #sendTo: Send;
  /** The version of that text. */
  readonly #textVersion: number | null;
  readonly #suspicionOf: (wave: Wave) => Suspicion | null;
  /** One byte per device: the current outcomes, and the flags of `marks.ts`. */
  readonly #outcomes: Uint8Array;
  readonly #flags: Uint8Array;
  /** Message and state of the fan-out, as read at `#statusReadAt`. */
  #status: FanOutStatus;
  #statusReadAt = performance.now();
  /** Indexes of the devices that are still to be sent to. */
  #left: readonly number[] = [];
  /** The permit for the next wave, from the rate limit that all workers share. `tooFar`: it is not worth waiting for. */
  #permit: 'none' | 'granted' | 'tooFar' = 'none';
  /** The last wave while its write has not begun, with the suspicion of the safety brake. */
  #unwritten: (Wave & { suspicion: Suspicion | null }) | null = null;
  /** The current write; resolves to false if the lease was lost. */
  #writing = Promise.resolve(true);
  /** The last finished write still found our lease. */
  #isOurs = true;
  /** A device had accepted the message before the unwritten wave. */
  #hadAccepted: boolean;
  /** Milliseconds that the push service wants us to wait. */
  #retryAfterMs = 0;
  #hasSent = false;
  /** The session closed with no device left to send to. */
  #isComplete = false;

  private constructor(deps: DeliveryDeps, chunk: ClaimedChunk, isProbe: boolean, status: FanOutStatus) {
    this.#deps = deps;
    this.#chunk = chunk;
    this.#isProbe = isProbe;
    this.#isSample = chunk.samplePlaces !== null;
    this.#waveSize = isProbe || chunk.stalls >= STALLS_ONE_BY_ONE ? 1 : deps.pace.waveSize;
    this.#sendTo = deps.push.prepare(status);
    this.#textVersion = status.textVersion;
    this.#suspicionOf = this.#isSample ? () => null : deps.brake(chunk.notificationId);
    this.#outcomes = Uint8Array.from(chunk.outcomes);
    this.#flags = marksAt(chunk, status.textVersion);
    this.#status = status;
    this.#hadAccepted = this.#outcomes.includes(ACCEPTED);
  }

  /** Starts a session with a claimed chunk; `isProbe`: one message only. */
  static async open(deps: DeliveryDeps, chunk: ClaimedChunk, isProbe: boolean): Promise<ChunkSession> {
    const session = new ChunkSession(deps, chunk, isProbe, await fetchStatus(deps, chunk.notificationId));
    if (chunk.stalls >= STALLS_GIVE_UP) await session.#giveUpDevice();
    const indexes =
      chunk.samplePlaces === null ? indexesWhere(session.#outcomes, mayBeSent) : drawSampleIndexes(session.#outcomes, chunk.samplePlaces);
    session.#left = isProbe ? indexes.slice(0, 1) : indexes;
    return session;
  }

  /** The situation that `nextStep` decides by. */
  situation(): Situation {
    const { stopping, isTimeUncertain, pace } = this.#deps;
    return {
      isOurs: this.#isOurs,
      left: this.#left,
      waveSize: this.#waveSize,
      unwritten: this.#unwritten === null ? 'nothing' : this.#unwritten.suspicion === null ? 'wave' : 'suspectWave',
      halted: stopping.aborted || this.#permit === 'tooFar' || isTimeUncertain() || (!this.#isProbe && pace.isClosed()),
      statusIsStale: performance.now() - this.#statusReadAt > STATUS_MAX_AGE_MS,
      end: endOf(this.#status),
      isPaused: this.#status.state === 'paused',
      hasPermit: this.#permit === 'granted',
    };
  }

  async refreshStatus(): Promise<void> {
    this.#status = await fetchStatus(this.#deps, this.#chunk.notificationId);
    this.#statusReadAt = performance.now();
  }

  /** Waits for the permit of the next wave. */
  async waitForPermit(messages: number): Promise<void> {
    const { pace, stopping } = this.#deps;
    this.#permit = (await pace.acquirePermit(messages, stopping)) ? 'granted' : 'tooFar';
  }

  /** Sends a wave to the devices at the given indexes. Resolves when the wave before it is written. */
  async send(indexes: readonly number[]): Promise<void> {
    const { db, causes, sent, alarm } = this.#deps;
    const { notificationId, devices } = this.#chunk;
    const cause: Cause = causes?.ofWave(notificationId, indexes.length) ?? { requestId: undefined };
    const wave = await becauseOf(cause, () => sendWave(db, devices, this.#outcomes, indexes, this.#sendTo)).catch((error: unknown) => {
      cause.part?.end(error);
      throw error;
    });
    cause.part?.note({ 'endcap.push.accepted': wave.accepted, 'endcap.push.dead': wave.dead, 'endcap.push.transient': wave.transient });
    cause.part?.end();
    markUnanswered(this.#flags, wave.unanswered);
    this.#unwritten = { ...wave, suspicion: wave.sent > 0 ? this.#suspicionOf(wave) : null };
    this.#retryAfterMs = Math.max(this.#retryAfterMs, wave.retryAfterMs);
    sent?.(wave, notificationId);
    if (wave.broken) alarm('sending to a device failed inside Endcap', { notificationId, err: wave.broken });
    // The messages have left: their outcomes are written even if the next step fails.
    await this.#adjustPace(wave).catch((error: unknown) => alarm('the pace could not be agreed on', { err: error }));
    this.#left = this.#left.slice(indexes.length);
    this.#permit = 'none';
    this.#hasSent = true;
    await this.written();
  }

  /** Begins to write the unwritten wave, while the next one is sent. */
  writeBehind(): void {
    if (this.#unwritten !== null) this.#beginWrite();
  }

  /** Waits for the current write. */
  async written(): Promise<boolean> {
    return (this.#isOurs = await this.#writing);
  }

  /** Gives every open device the outcome of the ended send. */
  finish(end: End): void {
    for (const index of indexesWhere(this.#outcomes, isOpen)) {
      const byte = this.#outcomes[index] ?? 0;
      this.#outcomes[index] = end === 'stopped' && isSuspended(byte) ? settle(byte, 'ours') : byteOf(end);
    }
  }

  /** Closes the session with the current outcomes. Returns false if nothing was sent. */
  close(): boolean {
    this.#isComplete = this.#left.length === 0;
    return this.#hasSent;
  }

  /** Releases the lease in one transaction with the last wave, so that a chunk without open devices never has a lease. */
  async giveBack(): Promise<void> {
    if (await this.written()) await this.#write('release');
  }

  /** Gives up the next device, because every worker died on this chunk (F11). */
  async #giveUpDevice(): Promise<void> {
    const { notificationId, devices } = this.#chunk;
    const [index] = indexesWhere(this.#outcomes, mayBeSent);
    if (index !== undefined) this.#outcomes[index] = byteOf('internal');
    this.#deps.alarm('a device was given up: its chunk ended every worker', { notificationId, device: devices[index ?? 0] });
    this.#beginWrite();
    await this.written();
  }

  async #adjustPace(wave: Wave): Promise<void> {
    await this.#deps.pace.note(wave);
    if (wave.sent > wave.transient) await this.#noteAnswer();
  }

  /** Records that the push service answered. An answered probe ends the outage. */
  async #noteAnswer(): Promise<void> {
    if (this.#isProbe) await this.#deps.pace.endOutage();
  }

  #beginWrite(): void {
    this.#writing = this.#write('renew');
    // Awaited after the next wave; a failure must not count as unhandled meanwhile.
    this.#writing.catch(() => {});
  }

  /** Judges the unwritten wave and writes the outcomes; `renew` renews the lease, `release` ends it. Returns false if the lease is lost. */
  async #write(lease: Checkpoint['next']['is']): Promise<boolean> {
    const { db, leaseSeconds, stopping, troubled, noteWrite } = this.#deps;
    const { notificationId, no, epoch } = this.#chunk;
    // The next wave changes outcomes and flags meanwhile, so this write uses copies.
    const [wave, hadAccepted, outcomes, marks] = [this.#unwritten, this.#hadAccepted, this.#outcomes.slice(), storedMarks(this.#flags)];
    this.#unwritten = null;
    this.#hadAccepted = outcomes.includes(ACCEPTED);
    const { fault, verdict } = await this.#judge(wave?.suspicion ?? null, outcomes);
    if (fault) for (const at of indexesWhere(outcomes, isSuspended)) this.#outcomes[at] = outcomes[at] = settle(outcomes[at] ?? 0, fault);
    const refusal = wave?.refusal ?? null;
    const checkpoint: Checkpoint = {
      outcomes,
      tally: tally(outcomes),
      marks,
      unknownBy: unknownBy(outcomes, marks),
      textVersion: this.#textVersion,
      messageId: wave?.messageId ?? null,
      dead: wave?.pruned ?? [],
      mayBeFirst: !hadAccepted && outcomes.includes(ACCEPTED),
      refusal: this.#isSample ? refusal : null,
      sampled: this.#isSample && !this.#isProbe && this.#isComplete,
      next: lease === 'renew' ? { is: lease, seconds: leaseSeconds } : { is: lease, afterMs: this.#restMs(outcomes) },
    };
    if (verdict !== 'go') this.#status.state = verdict;
    const write = (): Promise<boolean> =>
      verdict === 'go' ? writeCheckpoint(db, this.#chunk, checkpoint) : this.#writeAndEnd(checkpoint, verdict, refusal);
    const isWritten = await untilWritten(write, stopping, troubled);
    if (!isWritten) return false;
    noteWrite({ notificationId, no, epoch, pending: checkpoint.tally.pending });
    if (verdict !== 'go') this.#deps.alarm(`a fan-out was ${verdict} by the safety brake`, { notificationId, refusal });
    return true;
  }

  /** Writes the outcomes and stops or pauses the fan-out, in one transaction. */
  #writeAndEnd(checkpoint: Checkpoint, verdict: 'stopped' | 'paused', refusal: string | null): Promise<boolean> {
    const { db, endings } = this.#deps;
    const { notificationId } = this.#chunk;
    return inTransaction(db, async (trx) => {
      if (!(await writeCheckpoint(trx, this.#chunk, checkpoint))) return false;
      if (verdict === 'stopped') await stopFanOut(trx, { notificationId, error: refusal ?? sendingError('credential') }, endings);
      else await pauseFanOut(trx, notificationId, 'deadTokens', null);
      return true;
    });
  }

  async #judge(suspicion: Suspicion | null, outcomes: Uint8Array): Promise<Judgement> {
    if (this.#isSample) return { fault: null, verdict: 'go' };
    return judgeRefusals({
      suspicion: suspicion === 'deaths' && this.#status.brakeReleased ? null : suspicion,
      outcomes,
      dryRun: () => this.#dryRun(),
      tooManyDead: () => this.#tooManyDead(),
    });
  }

  async #dryRun(): Promise<DryRunResult> {
    const { db, push, pace, stopping, alarm } = this.#deps;
    const { notificationId } = this.#chunk;
    const acquirePermit = (messages: number): Promise<boolean> => pace.acquirePermit(messages, stopping);
    const result = await dryRunSample(db, notificationId, { dryRun: push.dryRun(this.#status), acquirePermit }).catch((err: unknown) => {
      alarm('the dry run could not be sent', { notificationId, err });
      return 'unknown' as const;
    });
    if (result === 'sound' || result === 'unsound') await this.#noteAnswer();
    return result;
  }

  async #tooManyDead(): Promise<boolean> {
    const { notificationId } = this.#chunk;
    try {
      return (await readFailedShare(this.#deps.db, notificationId, 'deadToken')) > DEAD_OF_AUDIENCE;
    } catch (err) {
      // If the share cannot be read, it counts as too high. The send pauses, and a person may resume it.
      this.#deps.alarm('the share of dead addresses could not be read', { notificationId, err });
      return true;
    }
  }

  /** Returns the milliseconds until the rest of a released chunk may be retried. */
  #restMs(outcomes: Uint8Array): number {
    const isUndecided = !this.#isSample && onlySuspended(outcomes);
    const tries = outcomes.reduce((most, byte) => Math.max(most, triesOf(byte)), Number(isUndecided));
    const atOnce = tries === 0 || (outcomes.includes(0) && this.#retryAfterMs === 0);
    return atOnce ? 0 : retryDelayMs(tries, this.#retryAfterMs, Math.random());
  }
}
