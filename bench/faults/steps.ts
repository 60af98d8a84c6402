import { allAtOnce } from './all-at-once.ts';
import { corrections, takeBacks } from './follow-ups.ts';
import { gatewayFaults } from './gateway-faults.ts';
import { kills } from './kills.ts';
import { longTransaction } from './long-transaction.ts';
import { mixedAddresses } from './mixed-addresses.ts';
import { networkFaults } from './network-faults.ts';
import { plans } from './plans.ts';
import { rateLimit } from './rate-limit.ts';
import { deadGateway } from './dead-gateway.ts';
import { smallHeap } from './small-heap.ts';
import type { StepParams, StepResult } from './step.ts';

/** In the order of how much they break. */
export const steps: Record<string, (params: StepParams) => Promise<StepResult>> = {
  kills,
  plans,
  corrections,
  takeBacks,
  allAtOnce,
  gatewayFaults,
  mixedAddresses,
  networkFaults,
  deadGateway,
  rateLimit,
  smallHeap,
  longTransaction,
};
