import { askWitnesses, type Testimony } from './ask-witnesses.ts';
import type { Checkpoint, ClaimedChunk } from './chunk.repository.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { type Judgement, judgeRefusals, onlySuspended } from './judge-refusals.ts';
import { mayBeSent, placesThat } from './outcome.ts';
import type { FollowedOrders } from './orders.ts';
import type { Doubt, WaveAnswers } from './safety-brake.ts';
import { samplePlaces } from './sample.ts';
import { readFailedShare } from './sample.repository.ts';

/** What a visit of a chunk is about: whom it sends to, and who judges what was refused. */
export type Visit = {
  places: (bytes: Uint8Array) => number[];
  /** What there is to doubt about a wave. */
  doubt: (wave: WaveAnswers) => Doubt | null;
  judge: (doubt: Doubt | null, outcomes: Uint8Array) => Promise<Judgement>;
  /** What the sample of the fan-out has of it: the words of a refusal, and whether all of the chunk's part was asked. */
  ofSample: (refusal: string | null, askedAll: boolean) => Pick<Checkpoint, 'refusal' | 'sampled'>;
  /** Whether witnesses could not say whose fault the last refusals are, and are asked again later. */
  asksAgain: (outcomes: Uint8Array) => boolean;
};

/** Share of the whole audience above which a person is asked, whatever witnesses say (decision 0022). */
const DEAD_OF_AUDIENCE = 0.3;

/** Sends to everybody who is left; doubts are put to witnesses wave by wave. */
const visitAll = (deps: DeliveryDeps, { notificationId }: ClaimedChunk, orders: FollowedOrders, answered: () => Promise<void>): Visit => {
  const { db, push, pace, stopping, alarm } = deps;
  const ask = async (): Promise<Testimony> => {
    const turn = (messages: number): Promise<boolean> => pace.turn(messages, stopping);
    const said = await askWitnesses(db, notificationId, { rehearse: push.rehearse(orders.latest()), turn }).catch((err: unknown) => {
      alarm('witnesses could not be asked', { notificationId, err });
      return 'unknown' as const;
    });
    // To a question the push service answers as well as to a message.
    if (said === 'sound' || said === 'unsound') await answered();
    return said;
  };
  const tooManyDead = async (): Promise<boolean> => {
    try {
      return (await readFailedShare(db, notificationId, 'deadToken')) > DEAD_OF_AUDIENCE;
    } catch (err) {
      // A limit that nobody can check counts as exceeded: a person may let it go on.
      alarm('the share of dead addresses could not be read', { notificationId, err });
      return true;
    }
  };
  return {
    places: (bytes) => placesThat(bytes, mayBeSent),
    doubt: deps.brake(notificationId),
    judge: (doubt, outcomes) =>
      judgeRefusals({ doubt: doubt === 'deaths' && orders.latest().brakeReleased ? null : doubt, outcomes, ask, tooManyDead }),
    ofSample: () => ({ refusal: null, sampled: false }),
    asksAgain: onlySuspended,
  };
};

/** Sends to the chunk's part of the sample, whose refusals are judged when all of the sample was asked. */
const visitSample = (count: number): Visit => ({
  places: (bytes) => samplePlaces(bytes, count),
  doubt: () => null,
  judge: async () => ({ fault: null, verdict: 'go' }),
  ofSample: (refusal, askedAll) => ({ refusal, sampled: askedAll }),
  asksAgain: () => false,
});

/** Sends to one phone, to see whether the push service is back. */
const probing = (visit: Visit): Visit => ({
  ...visit,
  places: (bytes) => visit.places(bytes).slice(0, 1),
  ofSample: (refusal) => visit.ofSample(refusal, false),
});

/** `answered`: the push service said something. */
export const visitOf = (
  deps: DeliveryDeps,
  chunk: ClaimedChunk,
  { orders, probe, answered }: { orders: FollowedOrders; probe: boolean; answered: () => Promise<void> },
): Visit => {
  const visit = chunk.samplePlaces === null ? visitAll(deps, chunk, orders, answered) : visitSample(chunk.samplePlaces);
  return probe ? probing(visit) : visit;
};
