// What the APIs need of delivery. The process that sends has a face of its own, `worker.ts`, so that neither loads what is the other's.
export { continueFanOut } from './continue-fan-out.repository.ts';
export { type SampledPhone, sampleAudience } from './audience-sample.repository.ts';
export { audienceProfiles, countDevices, countStores, countTogether, type Profile } from './audience.repository.ts';
export type { Endings } from './endings.ts';
export { isEnded, isPlanned, isUnapproved, isUnfinished, isAccepted, reachesSomebody, unacceptedSends } from './fan-out-is.repository.ts';
export { endFollowUps, followUpsOf, insertFollowUp, wasCutShort, whomItReached } from './follow-up.repository.ts';
export { freezeAudience, freezeAudiences } from './freeze-audience.repository.ts';
export { readDeliveryFacts } from './delivery-facts.repository.ts';
export { type DeliveryReport, readDeliveries, readDeliveryReport, readFollowUps } from './delivery-report.repository.ts';
export { endPlan, holdPlan, insertPlan, movePlan, releasePlan } from './plan.repository.ts';
export { cancelFanOut, insertFanOut, pauseFanOut, resumeFanOut } from './fan-out.repository.ts';
export { endChunks, nextSends, sumChunks } from './past-chunk.repository.ts';
export type { PlanHold } from './delivery.tables.ts';
export type { Plans } from './start-plan.ts';
export { audienceOf, type FrozenAudience, isEveryone } from './frozen-audience.ts';
export { plannedSends, type RecentSend, recentSends } from './recent-sends.repository.ts';
export { noteFirstAcceptances } from './note-first-acceptances.repository.ts';
export { wasSentTo } from './was-sent-to.repository.ts';
