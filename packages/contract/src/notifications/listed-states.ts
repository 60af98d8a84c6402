/** What the list is narrowed to: `stopped` is what ended with an error or by a person. */
export const listedStates = ['planned', 'underWay', 'sent', 'stopped'] as const;
export type ListedState = (typeof listedStates)[number];
