import { hoursInWords, type StoreHours } from '@endcap/contract/trading-days';
import type { DemoStore } from './stores.ts';

type OpeningTimes = { week: string; saturday: string; sunday: string | null };
const byType: Readonly<Record<DemoStore['type'], OpeningTimes>> = {
  super: { week: '06:00-22:00', saturday: '06:00-22:00', sunday: '09:00-20:00' },
  contact: { week: '06:30-21:00', saturday: '07:00-20:00', sunday: '09:00-18:00' },
  generalist: { week: '07:00-21:00', saturday: '07:00-21:00', sunday: null },
};
const ALL_DAY: OpeningTimes = { week: '00:00-24:00', saturday: '00:00-24:00', sunday: '00:00-24:00' };

/** The petrol station that never closes. */
export const ALWAYS_OPEN = 120;
/** Run by its owner, who rests on Sundays. */
export const OWNER_RUN = 137;

/** When a store of the demo chain is open, as its fields have it and as customers read it; `isOwn`: not as any other of its type. */
export const demoHours = ({ no, type }: DemoStore, year: number, isOwn = true): StoreHours & { openingHours: string } => {
  const isAlways = isOwn && no === ALWAYS_OPEN;
  const { week, saturday, sunday } = isAlways ? ALL_DAY : byType[type];
  const hours: StoreHours = {
    mondayHours: week,
    tuesdayHours: week,
    wednesdayHours: week,
    thursdayHours: week,
    fridayHours: week,
    saturdayHours: saturday,
    sundayHours: sunday,
    sundayRule: isAlways ? 'always' : isOwn && no === OWNER_RUN ? 'never' : 'tradingSundays',
    hoursExceptions: isAlways ? [] : [{ day: `${year}-12-31`, hours: '07:00-18:00' }],
  };
  return { ...hours, openingHours: hoursInWords(hours, 'pl') };
};
