import { readCertificates, type tlsAddresses } from './certificates.ts';
import type { AppChanges } from './features/app-changes/index.ts';
import { modelCallsToday } from './features/assistant/index.ts';
import { lastBackup, lastDrill } from './features/backups/index.ts';
import { readDeliveryFacts } from './features/delivery/index.ts';
import { waitsForSeal } from './features/history/index.ts';
import { readMonthsOfSends } from './features/notifications/index.ts';
import { readReplication } from './platform/db/replication.ts';
import { freeShareOf } from './platform/files/free-room.ts';
import type { PreparedAnswers } from './platform/http/prepared-answers.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { rememberBriefly } from './platform/remember-briefly.ts';
import type { Database } from './tables.ts';

/** Metrics of delivery: open and planned sends, and the push service. */
const registerDelivery = (metrics: Metrics, db: Database): void =>
  metrics.levels(
    {
      open: { name: 'endcap_open_fan_outs', help: 'Sends that somebody is still to get: going, or why they are paused', label: 'standing' },
      plans: { name: 'endcap_plans', help: 'Sends that start later: planned, or why they wait for a person', label: 'standing' },
      planDue: { name: 'endcap_plan_due_seconds', help: 'For how long a planned send that starts by itself has been due' },
      oldestOpen: { name: 'endcap_oldest_open_chunk_seconds', help: 'Since when the oldest chunk that is not paused could have been sent' },
      pushDown: { name: 'endcap_push_service_down_seconds', help: 'Since when the push service has not answered' },
      pushBlocked: { name: 'endcap_push_service_held_seconds', help: 'How long the push service still wants silence' },
    },
    async () => {
      const { open, plans, planDue, oldestOpen, pushDown, pushBlocked } = await readDeliveryFacts(db);
      return {
        open,
        plans,
        planDue: { '': planDue },
        oldestOpen: { '': oldestOpen },
        pushDown: { '': pushDown },
        pushBlocked: { '': pushBlocked },
      };
    },
  );

/** Metric of the last backup; omitted without one. */
const registerBackup = (metrics: Metrics, db: Database): void => {
  const named = {
    name: 'endcap_last_backup_timestamp_seconds',
    help: 'When the copy was taken that is the last backup, seconds since 1970',
  };
  metrics.level(named, async () => {
    const last = await lastBackup(db);
    return last ? { '': last.takenAt.getTime() / 1_000 } : {};
  });
};

/** Metric of the last restore drill; omitted if there was none. */
const registerDrill = (metrics: Metrics, db: Database): void => {
  const named = { name: 'endcap_last_drill_timestamp_seconds', help: 'When a backup was last restored and tried, seconds since 1970' };
  metrics.level(named, async () => {
    const at = await lastDrill(db);
    return at ? { '': at.getTime() / 1_000 } : {};
  });
};

/** Metrics of replication: a missing synchronous standby, and WAL that replication slots retain. */
const registerReplication = (metrics: Metrics, db: Database): void =>
  metrics.levels(
    {
      standbyAway: { name: 'endcap_standby_away', help: 'Whether commits wait for a synchronous standby and none is connected' },
      retained: {
        name: 'endcap_replication_slot_retained_bytes',
        help: 'WAL that a replication slot keeps on the disk; the largest of all slots',
      },
    },
    async () => {
      const { isStandbyAway, retainedBytes } = await readReplication(db);
      return { standbyAway: { '': isStandbyAway ? 1 : 0 }, retained: { '': retainedBytes } };
    },
  );

/** Metric of missing monthly partitions, for this month and the next. */
const registerMonths = (metrics: Metrics, db: Database, now: () => Date): void => {
  const named = { name: 'endcap_months_missing', help: 'Of this month and the next, those without tables for receipts and chunks' };
  metrics.level(named, async () => ({ '': (await readMonthsOfSends(db, now())).missing.length }));
};

type Addresses = () => ReturnType<typeof tlsAddresses>;
/** Certificates change once in weeks; each check is a handshake with another machine. */
const CERTIFICATES_MS = 600_000;

/** Metrics of the certificates that browsers, phones and processes see: expiry, and whether clients accept them. */
const registerCertificates = (metrics: Metrics, addresses: Addresses): void => {
  const certificates = rememberBriefly(CERTIFICATES_MS, async () => readCertificates(addresses()));
  metrics.levels(
    {
      expires: {
        name: 'endcap_certificate_expires_timestamp_seconds',
        help: 'When a certificate expires, seconds since 1970',
        label: 'of',
      },
      valid: { name: 'endcap_certificate_valid', help: 'Whether clients take a certificate: authority, time and name', label: 'of' },
    },
    async () => {
      const read = Object.entries(await certificates.read('all'));
      return {
        expires: Object.fromEntries(read.map(([of, { expiresAt }]) => [of, expiresAt.getTime() / 1_000])),
        valid: Object.fromEntries(read.map(([of, { problem }]) => [of, problem === null ? 1 : 0])),
      };
    },
  );
};

/** Metric of the free space on the disks that this process writes to. */
const registerDisks = (metrics: Metrics, folders: Readonly<Record<string, string>>): void => {
  const named = { name: 'endcap_disk_free_ratio', help: 'Share of the disk that is free, by what is written to it', label: 'folder' };
  metrics.level(named, async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(folders).map(async ([name, folder]) => [name, await freeShareOf(folder)] as const)),
    ),
  );
};

/** Metric of the age of the oldest change that is not sealed yet (HIST-11). */
const registerSeals = (metrics: Metrics, db: Database): void => {
  const named = { name: 'endcap_history_unsealed_seconds', help: 'For how long the oldest change of the history waits for its seal' };
  metrics.level(named, async () => ({ '': await waitsForSeal(db) }));
};

/** Metric of today's calls to the assistant's model, by all processes. */
const registerModel = (metrics: Metrics, db: Database): void => {
  const named = {
    name: 'endcap_assistant_model_calls_today',
    help: "Calls of the assistant's model on this day in Warsaw, by all processes",
  };
  metrics.level(named, async () => ({ '': await modelCallsToday(db) }));
};

/** Metrics that all processes share. The staff API exposes them, so that they are available while no worker runs. */
export const registerBackOfficeMetrics = (
  metrics: Metrics,
  { db, now, folders, addresses }: { db: Database; now: () => Date; folders: Readonly<Record<string, string>>; addresses: Addresses },
): void => {
  registerDelivery(metrics, db);
  registerBackup(metrics, db);
  registerDrill(metrics, db);
  registerReplication(metrics, db);
  registerMonths(metrics, db, now);
  registerDisks(metrics, folders);
  registerCertificates(metrics, addresses);
  registerSeals(metrics, db);
  registerModel(metrics, db);
};

/** Metrics of the app API: responses from the cache, and the age of its data. */
export const registerAppMetrics = (metrics: Metrics, { prepared, changes }: { prepared: PreparedAnswers; changes: AppChanges }): void => {
  const answered = {
    name: 'endcap_http_answered_again_total',
    help: 'Answers given again before any route is looked for',
    label: 'status',
  };
  metrics.counts(answered, () => prepared.answered);
  const age = { name: 'endcap_shown_state_age_seconds', help: 'How long ago the database had nothing newer than what phones are shown' };
  metrics.level(age, () => ({ '': changes.age() / 1_000 }));
};
