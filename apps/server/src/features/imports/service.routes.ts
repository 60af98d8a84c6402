import { Problem } from '@endcap/contract/core';
import { importKinds, importRoutes } from '@endcap/contract/imports';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { importFile } from './import-file.ts';

export const addImportRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date }): void => {
  const run = importFile(deps);
  for (const kind of importKinds) {
    handle(importRoutes[kind], async ({ query, request, actor }) => {
      const report = await run({ kind, file: request.body, ...query, actorId: actor.id });
      if (report.problemCount === 0 || query.dryRun) return report;
      const problem = new Problem('invalid', `${report.problemCount} problems, nothing was imported`);
      throw Object.assign(problem, { details: { report } });
    });
  }
};
