// Exports of delivery for the APIs. The worker process imports `worker.ts` instead, so that neither loads the other's modules.
export { WORK_CHANNEL } from './accept/call-workers.repository.ts';
export { continueFanOut } from './accept/continue-fan-out.repository.ts';
export { type SampledPhone, sampleAudience } from './accept/audience-sample.repository.ts';
export { audienceProfiles, countDevices, countStores, countTogether, type Profile } from './accept/audience.repository.ts';
export { blankDevices } from './recover/blank-devices.ts';
export type { Endings } from './endings.ts';
export {
  isEnded,
  isPlanned,
  isUnapproved,
  isUnfinished,
  isAccepted,
  reachesSomebody,
  unacceptedSends,
} from './fan-out-conditions.repository.ts';
export { correctedAt, endFollowUps, followUpsOf, insertFollowUp, wasCutShort, readReach } from './accept/follow-up.repository.ts';
export { freezeAudience, freezeAudiences } from './accept/freeze-audience.repository.ts';
export { readDeliveryFacts } from './report/delivery-facts.repository.ts';
export { type DeliveryReport, readDeliveries, readDeliveryReport, readFollowUps } from './report/delivery-report.repository.ts';
export { endPlan, lockPlan, insertPlan, movePlan, releasePlan } from './accept/plan.repository.ts';
export { cancelFanOut, insertFanOut, pauseFanOut, resumeFanOut } from './accept/fan-out.repository.ts';
export { endChunks, nextSends, sumChunks } from './report/past-chunk.repository.ts';
export type { BlockingRule } from './delivery.tables.ts';
export type { Plans } from './accept/start-plan.ts';
export { audienceOf, type FrozenAudience, isEveryone } from './accept/frozen-audience.ts';
export { plannedSends, type RecentSend, recentSends } from './accept/recent-sends.repository.ts';
export { noteFirstAcceptances } from './report/note-first-acceptances.repository.ts';
export { wasSentTo } from './report/was-sent-to.repository.ts';
