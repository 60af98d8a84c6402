/**
 * State filter of the list. `stopped`: ended with an error, by a person, or without a phone that accepted it. `unapproved`: it, or a
 * correction of it, waits for another administrator.
 */
export const listedStates = ['planned', 'underWay', 'sent', 'stopped', 'unapproved'] as const;
export type ListedState = (typeof listedStates)[number];
