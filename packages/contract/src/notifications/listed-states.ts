/** What the list is narrowed to: `stopped` is what ended with an error, by a person, or without a phone that accepted it, `unapproved` waits for another administrator, itself or a correction of it. */
export const listedStates = ['planned', 'underWay', 'sent', 'stopped', 'unapproved'] as const;
export type ListedState = (typeof listedStates)[number];
