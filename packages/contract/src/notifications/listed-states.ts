/** What the list is narrowed to: `stopped` is what ended with an error or by a person, `unapproved` waits for another administrator. */
export const listedStates = ['unapproved', 'planned', 'underWay', 'sent', 'stopped'] as const;
export type ListedState = (typeof listedStates)[number];
