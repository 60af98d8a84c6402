import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, versionText } from '../../platform/build.ts';
import { newId } from '../../platform/ids.ts';
import { repeat, type Repeated } from '../../platform/repeat.ts';
import type { Database } from '../../tables.ts';
import { type Announced, forgetProcess, noteHeartbeat } from './running-process.repository.ts';

const EVERY_MS = 10_000;
/** Longest wait for the database when the process ends. */
const GOODBYE_WITHIN_MS = 1_000;

/** Lists this process among the running ones until it is stopped. While the database is unavailable, other checks report that. */
export const announceProcess = (db: Database, kind: string): Repeated & { id: string } => {
  const id = newId();
  const announced: Announced = { id, kind, version: versionText(build), host: hostname(), pid: process.pid };
  const heartbeat = repeat(
    EVERY_MS,
    () => noteHeartbeat(db, announced, process.uptime()),
    () => {},
  );
  const stop = async (): Promise<void> => {
    await heartbeat.stop();
    await forgetProcess(db, id).catch(() => {});
  };
  return { id, stop: () => Promise.race([stop(), sleep(GOODBYE_WITHIN_MS)]) };
};
