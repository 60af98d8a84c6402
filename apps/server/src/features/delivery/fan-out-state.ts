/** Somebody is still to be found, or to be sent to. */
export const goingStates = ['expanding', 'sending'] as const;
/** Nothing of it is sent any more; workers still note who was not reached. */
export const endedStates = ['stopped', 'cancelled'] as const;

/** A fan-out sends a notification, replaces it by its correction, or recalls it. */
export type FanOutKind = 'send' | 'correct' | 'recall';

export type EndedState = (typeof endedStates)[number];
/**
 * Every state that is written. `gathering`: phones that the send reached are being copied; nothing is sent to them before all are. How a fan-out gets from
 * one to the other: `docs/start/architecture.md`.
 */
export const fanOutStates = [...goingStates, ...endedStates, 'gathering', 'finished'] as const;
export type FanOutState = (typeof fanOutStates)[number];

export const isEndedState = (state: string): state is EndedState => endedStates.some((ended) => ended === state);
