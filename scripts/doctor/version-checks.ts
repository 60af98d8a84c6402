import { type Build, build, versionText } from '../../apps/server/src/platform/build.ts';
import { type CheckResult, ok } from '../../apps/server/src/platform/checks/finding.ts';

/** Which version the doctor itself is of. */
export const describeVersion = (its: Build = build): CheckResult =>
  ok(`${versionText(its)}, ${its.builtAt === null ? 'not built' : `built ${its.builtAt}`}, newest migration ${its.migration}`);
