import { createSession } from './create-session.ts';

export type { Session } from './create-session.ts';

/** The session of this page. */
export const session = createSession();
