/** Somebody is still to be found, or to be sent to. */
export const goingStates = ['expanding', 'sending'] as const;
/** Nothing of it is sent any more; workers still note who was not reached. */
export const endedStates = ['stopped', 'cancelled'] as const;

export type EndedState = (typeof endedStates)[number];
export type FanOutState = (typeof goingStates)[number] | EndedState | 'finished';

export const isEndedState = (state: string): state is EndedState => endedStates.some((ended) => ended === state);
