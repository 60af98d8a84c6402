import type { Endings } from '../delivery/index.ts';
import { addError } from './notification.repository.ts';
import { releaseQuota } from './quota.repository.ts';

/** Handles the end of a send: adds its reason to the errors of the notification, and frees the day if nobody got it. */
export const endings: Endings = { stopped: addError, nothingSent: releaseQuota };
