/** Workers look for devices, or send to them. */
export const goingStates = ['expanding', 'sending'] as const;
/** Nothing more is sent; workers still record the devices that were not reached. */
export const endedStates = ['stopped', 'cancelled'] as const;

/** A fan-out sends a notification, replaces it by its correction, or recalls it. */
export type FanOutKind = 'send' | 'correct' | 'recall';

export type EndedState = (typeof endedStates)[number];
/**
 * All stored states. `gathering`: the phones that the send reached are being copied; sending starts when all are copied.
 * Transitions: `docs/start/architecture.md`.
 */
export const fanOutStates = [...goingStates, ...endedStates, 'gathering', 'finished'] as const;
export type FanOutState = (typeof fanOutStates)[number];

export const isEndedState = (state: string): state is EndedState => endedStates.some((ended) => ended === state);
