import { Environment } from '../../apps/server/src/config.ts';

/** Also where a secret stands in a file of its own. */
export const isSetting = (name: string): boolean => name.replace(/_FILE$/, '') in Environment.shape || name in Environment.shape;

/**
 * The environment without a setting of ours: for processes that are given all of theirs, and must not find the production's database, bucket or issuer in
 * what they inherit.
 */
export const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name) && !name.startsWith('ENDCAP_SANDBOX_')));
