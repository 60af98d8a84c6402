import { faultsOf } from './config-checks.ts';
import { misspeltNames } from './config-names.ts';
import { type Config, Environment } from './config-schema.ts';
import { ConfigurationError } from './configuration-error.ts';

export { SANDBOX_TESTER_CODE } from './config-checks.ts';
export { type Config, Environment } from './config-schema.ts';

/** Reads the environment; throws one sentence that names the keys at fault, never their values (F71). */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = Environment.safeParse(given);
  const wrong = result.success
    ? faultsOf(result.data, given)
    : result.error.issues.map(
        (issue) =>
          `${issue.path.join('.')} (${issue.code === 'invalid_type' && !(String(issue.path[0]) in given) ? 'missing' : 'invalid'})`,
      );
  const faults = [...wrong, ...misspeltNames(given, Object.keys(Environment.shape))];
  if (!result.success || faults.length > 0) throw new ConfigurationError(faults);
  return result.data;
};
