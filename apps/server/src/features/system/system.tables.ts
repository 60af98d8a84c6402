import type { JobName } from '@endcap/contract/system';
import type { Generated } from 'kysely';

export type SystemTables = {
  /** Not logged: after a crash of the database each process adds its row again. */
  runningProcess: { id: string; kind: string; version: string; host: string; pid: number; startedAt: Date; seenAt: Date };
  /** Not logged either: the next run of each job adds its row again. */
  backgroundJob: {
    name: JobName;
    startedAt: Date | null;
    endedAt: Date | null;
    host: string | null;
    everySeconds: number | null;
    failures: Generated<number>;
    failedAt: Date | null;
    error: string | null;
    askedAt: Date | null;
    takenAt: Date | null;
    takenBy: string | null;
    takenHost: string | null;
  };
};
