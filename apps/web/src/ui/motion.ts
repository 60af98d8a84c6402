/** Duration of enter and leave transitions, in milliseconds. The theme turns them off for users who prefer reduced motion. */
export const APPEARS = { duration: 150 } as const;
