import { sendingError } from '@endcap/contract/notifications';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { becauseOf, type Cause } from '../../../platform/tracing/cause.ts';
import { pauseFanOut, stopFanOut } from '../accept/fan-out.repository.ts';
import type { DeliveryDeps } from '../delivery-deps.ts';
import { ACCEPTED, byteOf, isOpen, isSuspended, mayBeSent, placesThat, retryDelayMs, settled, tally, triesOf } from '../outcome.ts';
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
import { samplePlaces } from './sample.ts';
import { readFailedShare } from './sample.repository.ts';
import { sendWave } from './send-wave.ts';
import { untilWritten } from './until-written.ts';

/** After so many owners that got nowhere with a chunk, its devices are sent to one by one; after more, the first is given up (F11). */
const STALLS_ONE_BY_ONE = 5;
const STALLS_GIVE_UP = 8;
const STATUS_MAX_AGE_MS = 250;
/** A person is asked above this share of dead addresses in the whole audience; the result of a dry run does not matter then (decision 22). */
const DEAD_OF_AUDIENCE = 0.3;

/**
 * One worker's session with a chunk, from the claim until it is given back: all that the worker keeps in memory about the chunk, and
 * everything that it does with it. `deliverChunk` calls the methods in the order that `nextStep` decides.
 */
export class ChunkSession {
  readonly #deps: DeliveryDeps;
  readonly #chunk: ClaimedChunk;
  /** Sends one message, to see whether the push service is back. */
  readonly #isProbe: boolean;
  /** Sends to the chunk's part of the sample only; its refusals are judged when the whole sample has answered. */
  readonly #isSample: boolean;
  readonly #waveSize: number;
  /** Sends the message as it was when the session began. */
  readonly #sendTo: Send;
  /** The version of that text. */
  readonly #textVersion: number | null;
  readonly #suspicionOf: (wave: Wave) => Suspicion | null;
  /** One byte a device: the outcomes as they are now, and the flags of `marks.ts`. */
  readonly #outcomes: Uint8Array;
  readonly #flags: Uint8Array;
  /** Message and state of the fan-out, as read at `#statusReadAt`. */
  #status: FanOutStatus;
  #statusReadAt = performance.now();
  /** Places of the recipients that are still to be sent to. */
  #left: readonly number[] = [];
  /** Our place in the rate limit that all workers share. */
  #turn: 'none' | 'ours' | 'tooFar' = 'none';
  /** The wave that was sent and is not being written yet, with the suspicion of the safety brake. */
  #unwritten: (Wave & { suspicion: Suspicion | null }) | null = null;
  /** The write under way; false: the lease was lost. */
  #writing = Promise.resolve(true);
  /** The last write that ended still found our lease. */
  #isOurs = true;
  /** A device had accepted the message before the unwritten wave. */
  #hadAccepted: boolean;
  /** Milliseconds that the push service asked us to wait. */
  #askedMs = 0;
  #hasSent = false;
  /** The session closed with no recipient left. */
  #askedAll = false;

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
    const places =
      chunk.samplePlaces === null ? placesThat(session.#outcomes, mayBeSent) : samplePlaces(session.#outcomes, chunk.samplePlaces);
    session.#left = isProbe ? places.slice(0, 1) : places;
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
      halted: stopping.aborted || this.#turn === 'tooFar' || isTimeUncertain() || (!this.#isProbe && pace.isClosed()),
      statusIsStale: performance.now() - this.#statusReadAt > STATUS_MAX_AGE_MS,
      end: endOf(this.#status),
      isPaused: this.#status.state === 'paused',
      hasTurn: this.#turn === 'ours',
    };
  }

  async refreshStatus(): Promise<void> {
    this.#status = await fetchStatus(this.#deps, this.#chunk.notificationId);
    this.#statusReadAt = performance.now();
  }

  /** Waits for the turn of the next wave. */
  async waitForTurn(messages: number): Promise<void> {
    const { pace, stopping } = this.#deps;
    this.#turn = (await pace.turn(messages, stopping)) ? 'ours' : 'tooFar';
  }

  /** Sends a wave to the given places; ends when the wave before it is written. */
  async send(places: readonly number[]): Promise<void> {
    const { db, causes, sent, alarm } = this.#deps;
    const { notificationId, devices } = this.#chunk;
    const cause: Cause = causes?.ofWave(notificationId, places.length) ?? { requestId: undefined };
    const wave = await becauseOf(cause, () => sendWave(db, devices, this.#outcomes, places, this.#sendTo)).catch((error: unknown) => {
      cause.part?.end(error);
      throw error;
    });
    cause.part?.note({ 'endcap.push.accepted': wave.accepted, 'endcap.push.dead': wave.dead, 'endcap.push.transient': wave.transient });
    cause.part?.end();
    markUnanswered(this.#flags, wave.unanswered);
    this.#unwritten = { ...wave, suspicion: wave.sent > 0 ? this.#suspicionOf(wave) : null };
    this.#askedMs = Math.max(this.#askedMs, wave.askedMs);
    sent?.(wave, notificationId);
    if (wave.broken) alarm('sending to a device failed inside Endcap', { notificationId, err: wave.broken });
    // The messages have left: their outcomes are written even if the next step fails.
    await this.#adjustPace(wave).catch((error: unknown) => alarm('the pace could not be agreed on', { err: error }));
    this.#left = this.#left.slice(places.length);
    this.#turn = 'none';
    this.#hasSent = true;
    await this.written();
  }

  /** Begins to write the unwritten wave, while the next one is under way. */
  writeBehind(): void {
    if (this.#unwritten !== null) this.#beginWrite();
  }

  /** Waits for the write under way. */
  async written(): Promise<boolean> {
    return (this.#isOurs = await this.#writing);
  }

  /** Gives every open device the outcome of a send that is over. */
  finish(end: End): void {
    for (const place of placesThat(this.#outcomes, isOpen)) {
      const byte = this.#outcomes[place] ?? 0;
      this.#outcomes[place] = end === 'stopped' && isSuspended(byte) ? settled(byte, 'ours') : byteOf(end);
    }
  }

  /** Ends the session with the outcomes as they are. False: nothing was sent. */
  close(): boolean {
    this.#askedAll = this.#left.length === 0;
    return this.#hasSent;
  }

  /** Ends our lease, in one transaction with the last wave: a chunk without open devices never has a lease. */
  async giveBack(): Promise<void> {
    if (await this.written()) await this.#write('release');
  }

  /** Gives up the device that comes next, because the chunk ended every worker (F11). */
  async #giveUpDevice(): Promise<void> {
    const { notificationId, devices } = this.#chunk;
    const [place] = placesThat(this.#outcomes, mayBeSent);
    if (place !== undefined) this.#outcomes[place] = byteOf('internal');
    this.#deps.alarm('a device was given up: its chunk ended every worker', { notificationId, device: devices[place ?? 0] });
    this.#beginWrite();
    await this.written();
  }

  async #adjustPace(wave: Wave): Promise<void> {
    await this.#deps.pace.note(wave);
    if (wave.sent > wave.transient) await this.#noteAnswer();
  }

  /** The push service answered: a probe ends the outage. */
  async #noteAnswer(): Promise<void> {
    if (this.#isProbe) await this.#deps.pace.isBack();
  }

  #beginWrite(): void {
    this.#writing = this.#write('keep');
    // Awaited after the next wave; a failure must not count as unhandled meanwhile.
    this.#writing.catch(() => {});
  }

  /** Judges the unwritten wave and writes the outcomes; `keep` renews the lease, `release` ends it. False: the lease is lost. */
  async #write(lease: Checkpoint['next']['is']): Promise<boolean> {
    const { db, leaseSeconds, stopping, troubled, noteWrite } = this.#deps;
    const { notificationId, no, epoch } = this.#chunk;
    // The next wave changes outcomes and flags meanwhile: this write is about these.
    const [wave, hadAccepted, outcomes, marks] = [this.#unwritten, this.#hadAccepted, this.#outcomes.slice(), storedMarks(this.#flags)];
    this.#unwritten = null;
    this.#hadAccepted = outcomes.includes(ACCEPTED);
    const { fault, verdict } = await this.#judge(wave?.suspicion ?? null, outcomes);
    if (fault)
      for (const place of placesThat(outcomes, isSuspended)) this.#outcomes[place] = outcomes[place] = settled(outcomes[place] ?? 0, fault);
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
      sampled: this.#isSample && !this.#isProbe && this.#askedAll,
      next: lease === 'keep' ? { is: lease, seconds: leaseSeconds } : { is: lease, afterMs: this.#restMs(outcomes) },
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
    const turn = (messages: number): Promise<boolean> => pace.turn(messages, stopping);
    const result = await dryRunSample(db, notificationId, { dryRun: push.dryRun(this.#status), turn }).catch((err: unknown) => {
      alarm('witnesses could not be asked', { notificationId, err });
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
    const atOnce = tries === 0 || (outcomes.includes(0) && this.#askedMs === 0);
    return atOnce ? 0 : retryDelayMs(tries, this.#askedMs, Math.random());
  }
}
