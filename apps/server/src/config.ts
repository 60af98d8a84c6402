import { faultsOf } from './config-checks.ts';
import { faultOfIssue } from './config-issues.ts';
import { formerNames, misspeltNames, withoutServiceLinks } from './config-names.ts';
import { type Config, Environment } from './config-schema.ts';
import { fileOf, secrets, withSecrets } from './config-secrets.ts';
import { ConfigurationError } from './configuration-error.ts';

export { SANDBOX_TESTER_CODE } from './config-checks.ts';
export { type Config, Environment } from './config-schema.ts';
export { hidingSecrets, redactedSettings, withSecrets } from './config-secrets.ts';

const names = [...Object.keys(Environment.shape), ...secrets.map(fileOf)];

/** Settings that the environment gives under the names that they had before version 1.0.0: they are ignored. */
export const ignoredSettings = (env: Record<string, string | undefined>): string[] => formerNames(env, names);

/** Reads the environment; throws one sentence that names the keys at fault, never their values (F71). */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const set = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  const { settings: given, faults: unread } = withSecrets(withoutServiceLinks(Object.fromEntries(set)));
  const result = Environment.safeParse(given);
  const wrong = result.success ? faultsOf(result.data, given) : result.error.issues.map((issue) => faultOfIssue(issue, given));
  // Do not report a setting as missing if its file could not be read; the file's own error is enough.
  const expected = wrong.filter((fault) => !unread.some((file) => file.startsWith(fileOf(fault.split(' ')[0] ?? ''))));
  const faults = [...unread, ...expected, ...misspeltNames(given, names)];
  if (!result.success || faults.length > 0) throw new ConfigurationError(faults);
  return result.data;
};
