import { Problem } from '@endcap/contract/core';
import { IMPORT_LISTED, type ImportEncoding, type ImportKind, type ImportReport } from '@endcap/contract/imports';
import { inTransaction, ranOut } from '../../platform/db/transaction.ts';
import { queueByOwner } from '../../platform/queue-by-owner.ts';
import type { Database } from '../../tables.ts';
import { appendHistory } from '../history/index.ts';
import { lockImports } from './import.repository.ts';
import { segmentImporter } from './import-segments.ts';
import { storeImporter } from './import-stores.ts';
import { thresholdImporter } from './import-thresholds.ts';
import type { Importer } from './plan.ts';
import { readFile } from './read-file.ts';

const importers: Record<ImportKind, Importer> = { segments: segmentImporter, thresholds: thresholdImporter, stores: storeImporter };

/** `file`: the bytes of a CSV, or parsed JSON. */
export type Import = { kind: ImportKind; file: unknown; encoding: ImportEncoding; dryRun: boolean; actorId: string };

type Deps = { db: Database; now: () => Date };

const runImport = async ({ db, now }: Deps, { kind, file, encoding, dryRun, actorId }: Import): Promise<ImportReport> => {
  const importer = importers[kind];
  const read = await readFile(file, encoding, importer.columns);
  const planOf = read.columnsFit ? await importer.check(read.rows) : null;
  return inTransaction(db, async (trx) => {
    await lockImports(trx);
    const plan = (await planOf?.(trx)) ?? null;
    const problems = [...read.problems, ...(plan?.problems ?? [])].toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
    const imports = plan !== null && problems.length === 0 && !dryRun;
    const changes = plan?.changes ?? [];
    const warnings = plan?.warnings ?? [];
    const count = (change: string): number => changes.filter((one) => one.change === change).length;
    const counts = {
      rows: read.rows.length,
      created: count('create'),
      updated: count('update'),
      removed: count('remove'),
      unchanged: plan?.unchanged ?? 0,
    };
    if (imports) {
      await plan.apply(trx, { by: actorId, at: now() });
      await appendHistory(trx, { actor: actorId, entity: 'import', entityId: kind, action: 'import' }, {}, counts);
    }
    return {
      kind,
      dryRun,
      imported: imports,
      ...counts,
      problemCount: problems.length,
      problems: problems.slice(0, IMPORT_LISTED),
      warningCount: warnings.length,
      warnings: warnings.slice(0, IMPORT_LISTED),
      changes: changes.slice(0, IMPORT_LISTED),
    };
  });
};

/** Returns the error of an import; if the database ran out of a resource, as a problem that names it. */
const withReason = (error: unknown): unknown => {
  const found = ranOut(error);
  if (!found) return error;
  const problem = new Problem('unavailable', `Nothing was imported: ${found.says}`);
  return Object.assign(problem, { cause: error, details: { ranOut: found.resource } });
};

/** Imports that may wait at a time. Each keeps its file in memory, up to 20 MB. */
const MOST_WAITING = 8;

/**
 * Imports a whole file or nothing of it. With a single problem, or as a dry run, it only returns the report (APP-14). Imports run one at a
 * time. Those of this process wait before they take a connection, so that waiting imports occupy none. If eight are waiting,
 * another one is 429. If the database runs out of a resource, the problem names it.
 */
export const importFile = (deps: Deps) => {
  const queued = queueByOwner(1, MOST_WAITING);
  return (request: Import): Promise<ImportReport> =>
    queued('imports', () =>
      runImport(deps, request).catch((error: unknown) => {
        throw withReason(error);
      }),
    );
};
