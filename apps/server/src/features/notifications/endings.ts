import type { Endings } from '../delivery/index.ts';
import { addError } from './notification.repository.ts';
import { freeDays } from './quota.repository.ts';

/** What the end of its sending means for a notification: the reason joins its errors, and the day is free again when nobody got it. */
export const endings: Endings = { stopped: addError, nothingSent: freeDays };
