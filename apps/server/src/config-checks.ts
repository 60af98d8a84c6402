import type { Config } from './config-schema.ts';

/** Tester code of `npm start`. It is public, so production rejects it. */
export const SANDBOX_TESTER_CODE = 'endcap-tester';

type Name = keyof Config;
/** Settings that depend on each other: if any setting of a group is set, all settings in `together` are required. */
const groups: readonly { together: readonly Name[]; with?: readonly Name[] }[] = [
  {
    together: ['ENDCAP_FILES_S3_BUCKET', 'ENDCAP_FILES_S3_KEY', 'ENDCAP_FILES_S3_SECRET'],
    with: ['ENDCAP_FILES_S3_ENDPOINT', 'ENDCAP_FILES_S3_REGION'],
  },
  {
    together: ['ENDCAP_ASSISTANT_BASE_URL'],
    with: ['ENDCAP_ASSISTANT_API_KEY', 'ENDCAP_ASSISTANT_MODEL', 'ENDCAP_ASSISTANT_MODEL_CALLS', 'ENDCAP_ASSISTANT_MODEL_BUDGET'],
  },
  { together: ['ENDCAP_MAP_TILE_URL'], with: ['ENDCAP_MAP_ATTRIBUTION'] },
  { together: ['ENDCAP_CLOUDINARY_URL'], with: ['ENDCAP_CLOUDINARY_API'] },
];

const missingOfGroups = (given: Record<string, unknown>): string[] =>
  groups.flatMap((group) => {
    const first = [...group.together, ...(group.with ?? [])].find((name) => name in given);
    if (first === undefined) return [];
    return group.together.filter((name) => !(name in given)).map((name) => `${name} (missing, ${first} is set)`);
  });

const https = (name: 'ENDCAP_ADMIN_URL' | 'ENDCAP_APP_URL' | 'ENDCAP_OIDC_ISSUER' | 'ENDCAP_PUSH_ENDPOINT') => ({
  name,
  problem: 'must be https in production',
  isWrong: (config: Config) => !config[name].startsWith('https://'),
});
/** Checks that apply in production only. */
export const productionChecks: readonly { name: Name; problem: string; isWrong: (config: Config) => boolean }[] = [
  https('ENDCAP_OIDC_ISSUER'),
  https('ENDCAP_ADMIN_URL'),
  https('ENDCAP_APP_URL'),
  https('ENDCAP_PUSH_ENDPOINT'),
  {
    name: 'ENDCAP_SANDBOX_PHONE_URL',
    problem: 'no sandbox in production',
    isWrong: (config) => config.ENDCAP_SANDBOX_PHONE_URL !== undefined,
  },
  {
    name: 'ENDCAP_TESTER_CODE',
    problem: "not the sandbox's in production",
    isWrong: (config) => config.ENDCAP_TESTER_CODE === SANDBOX_TESTER_CODE,
  },
];

/** Returns the faults of settings that are each well-formed but do not work together. Names settings, never values (F71). */
export const faultsOf = (config: Config, given: Record<string, unknown>): string[] => [
  ...missingOfGroups(given),
  ...(config.ENDCAP_OIDC_ALGORITHMS.every((name) => /^(RS|PS|ES)(256|384|512)$|^Ed(DSA|25519)$/.test(name))
    ? []
    : ['ENDCAP_OIDC_ALGORITHMS (only asymmetric algorithms)']),
  ...(config.NODE_ENV === 'production'
    ? productionChecks.filter((check) => check.isWrong(config)).map(({ name, problem }) => `${name} (${problem})`)
    : []),
];
