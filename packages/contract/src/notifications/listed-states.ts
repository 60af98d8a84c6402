/** What the list is narrowed to: `stopped` is what ended with an error or by a person, `unapproved` waits for another administrator. */
export const listedStates = ['planned', 'underWay', 'sent', 'stopped', 'unapproved'] as const;
export type ListedState = (typeof listedStates)[number];
