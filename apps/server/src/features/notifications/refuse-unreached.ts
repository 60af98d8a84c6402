import { Problem } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { whomItReached } from '../delivery/index.ts';

/** What phones have can be changed only where it is known which have it. */
export const refuseUnreached = async (trx: Db, id: string): Promise<void> => {
  const reached = await whomItReached(trx, id);
  if (reached === 'nobody') throw new Problem('never_sent');
  if (reached === 'forgotten') throw new Problem('outcomes_ended');
};
