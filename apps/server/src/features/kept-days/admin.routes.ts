import { keptDayRoutes } from '@endcap/contract/kept-days';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { editRoutes } from '../entities/index.ts';
import { keptDayKind } from './kept-day.kind.ts';

/** CARE-06: days that head office keeps free for itself; the calendar has them with what else is on them. */
export const addKeptDayRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void =>
  editRoutes(deps, keptDayKind).bind(handle, keptDayRoutes, 'keptDayId');
