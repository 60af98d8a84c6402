import { z } from 'zod';
import { code, Id, Instant, route } from '../core/index.ts';

/** Work that every staff API repeats on its own, each kind at an interval of its own. */
export const jobNames = ['sweepUploads', 'noteSubscriptions', 'endWhatIsOld', 'sealHistory', 'keepStates', 'clearGone'] as const;
export type JobName = (typeof jobNames)[number];

/** Lines of the doctor that a running server can make as well, in the doctor's order. */
export const serverCheckNames = [
  'postgresql',
  'extensions',
  'collation',
  'schema',
  'clock',
  'limits',
  'connections',
  'standby',
  'workers',
  'processes',
  'sending',
  'months',
  'last backup',
  'disk',
  'proxy',
] as const;
export type ServerCheckName = (typeof serverCheckNames)[number];

/** Lines that only the command makes: they write, call other services, or look from outside. */
export const commandCheckNames = [
  'settings',
  'version',
  'node',
  'database',
  'rights',
  'hearing',
  'page',
  'files',
  'identity provider',
  'push service',
  'staff address',
  'app address',
  'certificates',
] as const;

const RunningProcess = z.object({
  _id: Id,
  kind: z.string(),
  version: z.string(),
  host: z.string(),
  pid: z.number().int(),
  startedAt: Instant,
  seenAt: Instant,
  /** True if its heartbeat is overdue: it crashed, or cannot reach the database. */
  isSilent: z.boolean(),
  /** True if its version differs from that of the responding process. */
  isOtherVersion: z.boolean(),
});
export type RunningProcess = z.infer<typeof RunningProcess>;

const Check = z.object({
  name: z.enum(serverCheckNames),
  state: z.enum(['ok', 'note', 'wrong']),
  /** In English, as the doctor prints it. */
  says: z.string(),
  /** Remedy, where something is wrong. */
  todo: z.string().nullable(),
});
export type Check = z.infer<typeof Check>;

const BackgroundJob = z.object({
  name: z.enum(jobNames),
  /** Seconds from the start of a run to the start of the next in the same process; null before the first recorded run. */
  everySeconds: z.number().nullable(),
  /** The last completed run of any process; null if none since the database was restored, or restarted after a crash. */
  lastRun: z.object({ startedAt: Instant, seconds: z.number(), host: z.string() }).nullable(),
  /** When the next run starts at the latest. */
  nextAt: Instant.nullable(),
  /** Failed runs since the last one that succeeded. */
  failures: z.number().int(),
  lastFailure: z.object({ at: Instant, error: z.string() }).nullable(),
  /** A requested run that has not ended; `startedAt` is null until a process starts it. */
  asked: z.object({ at: Instant, startedAt: Instant.nullable(), host: z.string().nullable() }).nullable(),
});
export type BackgroundJob = z.infer<typeof BackgroundJob>;

/** Endpoints with a certificate. */
const certified = ['back-office', 'app', 'identity provider', 'push service', 'object store'] as const;

const CertificateLine = z.object({
  of: z.enum(certified),
  /** Origin of the address. */
  address: z.string(),
  /** Null where the address did not answer. */
  daysLeft: z.number().int().nullable(),
  expiresAt: Instant.nullable(),
  /** Error code of OpenSSL or Node.js with which clients reject it; null if they accept it. */
  problem: z.string().nullable(),
});
export type CertificateLine = z.infer<typeof CertificateLine>;

export const SystemHealth = z.object({
  /** When this was read, by the clock of the database. */
  at: Instant,
  /** Version of the responding process. */
  version: z.string(),
  processes: z.array(RunningProcess),
  checks: z.array(Check),
  jobs: z.array(BackgroundJob),
  /** Null: never. `lost`: files that were missing or damaged. */
  lastBackup: z.object({ takenAt: Instant, lost: z.number().int() }).nullable(),
  lastDrillAt: Instant.nullable(),
  /** Null until they have been read for the first time; ask again some seconds later. */
  certificates: z.object({ readAt: Instant, of: z.array(CertificateLine) }).nullable(),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** Interval in milliseconds at which a process takes requested jobs: the longest wait for a start. */
export const TAKES_JOBS_EVERY_MS = 5_000;

export const systemRoutes = {
  health: route({
    method: 'GET',
    path: '/api/v1/system/health',
    summary: 'Processes, checks, background jobs, the last backup and certificates, for operators',
    access: 'admin',
    reply: SystemHealth,
  }),
  runJob: route({
    method: 'POST',
    path: '/api/v1/system/jobs',
    summary: 'Ask for a background job to run now: the first staff API that sees it does, beside its usual runs',
    access: 'admin',
    rights: 'remembered',
    body: z.object({ name: z.enum(jobNames, code('unknown')) }),
    reply: null,
    status: 204,
  }),
};
