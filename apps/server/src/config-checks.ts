import type { Config } from './config-schema.ts';

/** Tester code of `npm start`, which everybody can read here. */
export const SANDBOX_TESTER_CODE = 'endcap-tester';

type Name = keyof Config;
/** Settings that mean something together alone: once one of either list is given, all of the first have to be. */
const groups: readonly { together: readonly Name[]; with?: readonly Name[] }[] = [
  { together: ['FILES_S3_BUCKET', 'FILES_S3_KEY', 'FILES_S3_SECRET'], with: ['FILES_S3_ENDPOINT', 'FILES_S3_REGION'] },
  { together: ['ASSISTANT_BASE_URL'], with: ['ASSISTANT_API_KEY', 'ASSISTANT_MODEL', 'ASSISTANT_MODEL_CALLS', 'ASSISTANT_MODEL_BUDGET'] },
  { together: ['MAP_TILE_URL'], with: ['MAP_ATTRIBUTION'] },
  { together: ['CLOUDINARY_URL'], with: ['CLOUDINARY_API'] },
];

const missingOfGroups = (given: Record<string, unknown>): string[] =>
  groups.flatMap((group) => {
    const first = [...group.together, ...(group.with ?? [])].find((name) => name in given);
    if (first === undefined) return [];
    return group.together.filter((name) => !(name in given)).map((name) => `${name} (missing, ${first} is set)`);
  });

const https = (name: 'ADMIN_URL' | 'APP_URL' | 'OIDC_ISSUER' | 'PUSH_ENDPOINT') => ({
  name,
  problem: 'must be https in production',
  isWrong: (config: Config) => !config[name].startsWith('https://'),
});
/** What is refused in production alone. */
export const productionChecks: readonly { name: Name; problem: string; isWrong: (config: Config) => boolean }[] = [
  https('OIDC_ISSUER'),
  https('ADMIN_URL'),
  https('APP_URL'),
  https('PUSH_ENDPOINT'),
  { name: 'SANDBOX_PHONE_URL', problem: 'no sandbox in production', isWrong: (config) => config.SANDBOX_PHONE_URL !== undefined },
  { name: 'TESTER_CODE', problem: "not the sandbox's in production", isWrong: (config) => config.TESTER_CODE === SANDBOX_TESTER_CODE },
];

/** Every reason why settings that are well-formed one by one cannot be worked with; names alone, never values (F71). */
export const faultsOf = (config: Config, given: Record<string, unknown>): string[] => [
  ...missingOfGroups(given),
  ...(config.OIDC_ALGORITHMS.every((name) => /^(RS|PS|ES)(256|384|512)$|^EdDSA$/.test(name))
    ? []
    : ['OIDC_ALGORITHMS (only asymmetric algorithms)']),
  ...(config.NODE_ENV === 'production'
    ? productionChecks.filter((check) => check.isWrong(config)).map(({ name, problem }) => `${name} (${problem})`)
    : []),
];
