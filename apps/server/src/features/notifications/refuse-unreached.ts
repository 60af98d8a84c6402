import { Problem } from '@endcap/contract/core';
import type { Db } from '../../tables.ts';
import { readReach } from '../delivery/index.ts';

/** Rejects a change of a message unless the record of the phones that have it is still there. */
export const refuseUnreached = async (trx: Db, id: string): Promise<void> => {
  const reached = await readReach(trx, id);
  if (reached === 'nobody') throw new Problem('never_sent');
  if (reached === 'forgotten') throw new Problem('outcomes_ended');
};
