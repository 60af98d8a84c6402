import { warsawDay } from '@endcap/contract/warsaw-time';
import { useNow } from './use-now.ts';

/** Milliseconds between checks for midnight. */
const EVERY_MS = 60_000;

/** Today in Warsaw, also on a page that stays open overnight. */
export const useToday = (): string => warsawDay(new Date(useNow(EVERY_MS)));
