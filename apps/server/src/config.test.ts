import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Environment, ignoredSettings, readConfig } from './config.ts';
import { secrets } from './config-secrets.ts';
import { productionChecks, SANDBOX_TESTER_CODE } from './config-checks.ts';

const minimum = {
  DATABASE_URL: 'postgres://u:secret@h/db',
  ENDCAP_OIDC_ISSUER: 'https://id.example',
  ENDCAP_OIDC_CLIENT_ID: 'c',
  ENDCAP_OIDC_AUDIENCE: 'a',
};

test('defaults are safe and complete', { tags: ['D08'] }, () =>
  expect(readConfig(minimum)).toMatchObject({ HOST: '127.0.0.1', ENDCAP_APP_SCHEME: 'endcap://', ENDCAP_PRODUCT_KEY: 'endcap' }),
);
test('missing, empty, misspelt and unknown keys are named, values never', { tags: ['F71'] }, () => {
  expect(() => readConfig({ ...minimum, DATABASE_URL: '' })).toThrow('DATABASE_URL (missing)');
  expect(() => readConfig({ ...minimum, ENDCAP_ADMIN_PORT: 'abc' })).toThrow('ENDCAP_ADMIN_PORT (invalid: a whole number)');
  expect(() => readConfig({ ...minimum, ENDCAP_PUSH_CREDENTAILS_FILE: '/x' })).toThrow(
    'ENDCAP_PUSH_CREDENTAILS_FILE (unknown): ENDCAP_PUSH_CREDENTIALS_FILE?',
  );
  expect(() => readConfig({ ...minimum, DATABASE_URL: 'no url: hunter2' })).toThrow(/^(?!.*hunter2)/);
});
test.each([
  ['ENDCAP_ADMIN_PORT', '70000', 'at most 65535'],
  ['ENDCAP_ADMIN_PORT', '1.5', 'a whole number'],
  ['ENDCAP_PUSH_LANES', '0', 'at least 1'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, silent'],
  ['ENDCAP_ADMIN_URL', 'admin.example', 'a whole address, with its protocol'],
  ['ENDCAP_TESTER_CODE', 'hush', 'at least 6 characters'],
  ['ENDCAP_PRODUCT_KEY', 'Hush', 'letters and digits, a small letter first, 31 at most'],
  ['ENDCAP_APP_SCHEME', 'hush:', 'a scheme with ://, such as endcap://'],
  ['ENDCAP_CLOUDINARY_URL', 'hush', 'cloudinary://key:secret@cloud'],
  ['ENDCAP_IMPORT_TOKENS', 'hush', 'tokens of 32 characters at least, without spaces, comma-separated'],
  ['ENDCAP_MAP_TILE_URL', 'https://hush', 'an address with {z}/{x}/{y} in it'],
])('%s that is %j is refused with what it has to be', { tags: ['E-77'] }, (name, value, expected) =>
  expect(() => readConfig({ ...minimum, [name]: value })).toThrow(`Configuration: ${name} (invalid: ${expected})`),
);
test('every asymmetric algorithm can be accepted, EdDSA by its newer name (RFC 9864) as well', { tags: ['E-30'] }, () => {
  const ENDCAP_OIDC_ALGORITHMS = 'RS512,PS384,ES512,EdDSA,Ed25519';
  expect(readConfig({ ...minimum, ENDCAP_OIDC_ALGORITHMS })).toMatchObject({ ENDCAP_OIDC_ALGORITHMS: ENDCAP_OIDC_ALGORITHMS.split(',') });
  expect(readConfig(minimum).ENDCAP_OIDC_ALGORITHMS).toContain('Ed25519');
});
test('symmetric algorithms are refused everywhere', () => {
  expect(() => readConfig({ ...minimum, ENDCAP_OIDC_ALGORITHMS: 'HS256' })).toThrow('ENDCAP_OIDC_ALGORITHMS');
  expect(() => readConfig({ ...minimum, ENDCAP_OIDC_ALGORITHMS: 'none' })).toThrow('ENDCAP_OIDC_ALGORITHMS');
});

describe('names', { tags: ['D-1A'] }, () => {
  const refusal = (more: Record<string, string>): string => {
    try {
      readConfig({ ...minimum, ...more });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  test.each([
    ['ENDCAP_TESTERCODE', 'ENDCAP_TESTER_CODE'],
    ['ENDCAP_WEBDIR', 'ENDCAP_WEB_DIR'],
    ['ENDCAP_ASSISTANT_BASEURL', 'ENDCAP_ASSISTANT_BASE_URL'],
    ['ENDCAPOIDCISSUER', 'ENDCAP_OIDC_ISSUER'],
    ['endcap_app_url', 'ENDCAP_APP_URL'],
    ['ENCAP_APP_PORT', 'ENDCAP_APP_PORT'],
  ])('%s is refused, and %s is named', (given, meant) => expect(refusal({ [given]: 'x' })).toContain(`${given} (unknown): ${meant}?`));
  test('an unknown name under the prefix is refused', { tags: ['E-7F'] }, () =>
    expect(refusal({ ENDCAP_DEBUG: 'x' })).toContain('ENDCAP_DEBUG (unknown)'),
  );
  test('ignores environment variables of other programs, even those that begin like a setting', { tags: ['E-7F'] }, () => {
    for (const name of [
      'APP_ENV',
      'APP_NAME',
      'IMPORT_TOKEN',
      'KEEP_OUT',
      'FILES_X',
      'APP_URL',
      'OIDC_ISSUER',
      'TEST_SEND_LIMIT',
      'LOGLEVEL',
    ])
      expect(refusal({ [name]: 'x' }), name).toBe('');
  });
  test('names the former name of a missing setting, and lists former names among the ignored settings', { tags: ['E-7F'] }, () => {
    const { ENDCAP_OIDC_ISSUER: issuer, ...rest } = minimum;
    expect(() => readConfig({ ...rest, OIDC_ISSUER: issuer })).toThrow(
      'ENDCAP_OIDC_ISSUER (missing; OIDC_ISSUER was its name before 1.0.0)',
    );
    expect(
      ignoredSettings({ ...minimum, APP_URL: 'x', TRUSTED_PROXIES: '10.0.0.1', TESTER_CODE_FILE: '/x', OIDC_ISSUER: issuer }).toSorted(),
    ).toEqual(['APP_URL', 'TESTER_CODE_FILE', 'TRUSTED_PROXIES']);
  });
  test('accepts common environment variables of shells, CI runners and containers', () => {
    const plain =
      'PATH HOME USER LOGNAME LANG LC_ALL TERM SHELL PWD OLDPWD SHLVL HOSTNAME HOSTTYPE MACHTYPE OSTYPE TMPDIR TZ EDITOR PS1 DISPLAY MAIL ' +
      'SSH_CONNECTION XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS HTTP_PROXY https_proxy no_proxy NODE_OPTIONS NODE_PATH NODE_VERSION ' +
      'NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_APP_INSTANCE NODE_NO_WARNINGS npm_config_loglevel npm_lifecycle_event npm_package_name CI ' +
      'GITHUB_ACTIONS GITHUB_WORKSPACE RUNNER_OS GITLAB_CI BUILD_NUMBER JOB_NAME INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS ' +
      'LOGS_DIRECTORY STATE_DIRECTORY WEB_CONCURRENCY WEB_MEMORY LOG_FORMAT LOG_DIR DYNO PORT PGHOST PGPASSWORD KUBERNETES_PORT ' +
      'KUBERNETES_SERVICE_HOST APP_API_SERVICE_HOST APP_API_SERVICE_PORT_HTTP APP_API_PORT_3001_TCP_ADDR ENDCAP_DATA_DIR ENDCAP_SEED_DEVICES VITEST ' +
      'TEST_WORKER_ID DEBIAN_FRONTEND UV_THREADPOOL_SIZE AWS_REGION DOCKER_HOST COLORTERM FORCE_COLOR';
    expect(refusal(Object.fromEntries(plain.split(' ').map((name) => [name, 'x'])))).toBe('');
    const links = {
      ENDCAP_APP_PORT: 'tcp://10.0.0.1:3000',
      ENDCAP_APP_PORT_3001_TCP: 'tcp://10.0.0.1:3001',
      ENDCAP_ADMIN_SERVICE_HOST: '10.0.0.1',
    };
    expect(readConfig({ ...minimum, ...links }).ENDCAP_APP_PORT).toBe(3001);
  });
});

test.each([
  [{ ENDCAP_FILES_S3_KEY: 'k', ENDCAP_FILES_S3_SECRET: 's' }, 'ENDCAP_FILES_S3_BUCKET (missing, ENDCAP_FILES_S3_KEY is set)'],
  [
    { ENDCAP_FILES_S3_BUCKET: 'b' },
    'ENDCAP_FILES_S3_KEY (missing, ENDCAP_FILES_S3_BUCKET is set), ENDCAP_FILES_S3_SECRET (missing, ENDCAP_FILES_S3_BUCKET is set)',
  ],
  [{ ENDCAP_FILES_S3_ENDPOINT: 'https://s3.example' }, 'ENDCAP_FILES_S3_BUCKET (missing, ENDCAP_FILES_S3_ENDPOINT is set)'],
  [{ ENDCAP_ASSISTANT_API_KEY: 'k' }, 'ENDCAP_ASSISTANT_BASE_URL (missing, ENDCAP_ASSISTANT_API_KEY is set)'],
  [{ ENDCAP_MAP_ATTRIBUTION: '© x' }, 'ENDCAP_MAP_TILE_URL (missing, ENDCAP_MAP_ATTRIBUTION is set)'],
  [{ ENDCAP_CLOUDINARY_API: 'https://c.example' }, 'ENDCAP_CLOUDINARY_URL (missing, ENDCAP_CLOUDINARY_API is set)'],
])('rejects a setting without its counterparts: %j', { tags: ['D-1A'] }, (given, words) =>
  expect(() => readConfig({ ...minimum, ...given })).toThrow(words),
);

test('trusted proxies accept addresses and CIDR ranges, and reject ranges that cover every address', { tags: ['D-14'] }, () => {
  expect(readConfig(minimum).ENDCAP_TRUSTED_PROXIES).toEqual([]);
  expect(readConfig({ ...minimum, ENDCAP_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,fd00::/8' }).ENDCAP_TRUSTED_PROXIES).toEqual([
    '10.0.0.0/8',
    '127.0.0.1',
    'fd00::/8',
  ]);
  for (const value of ['true', '1', 'nginx', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129'])
    expect(() => readConfig({ ...minimum, ENDCAP_TRUSTED_PROXIES: value }), value).toThrow(
      'ENDCAP_TRUSTED_PROXIES (invalid: addresses or CIDR ranges, comma-separated)',
    );
});

describe('production', { tags: ['D-1A'] }, () => {
  const production = {
    ...minimum,
    NODE_ENV: 'production',
    ENDCAP_ADMIN_URL: 'https://admin.example',
    ENDCAP_APP_URL: 'https://app.example',
  };
  const wrong = {
    ENDCAP_OIDC_ISSUER: 'http://localhost:3002',
    ENDCAP_ADMIN_URL: 'http://admin.example',
    ENDCAP_APP_URL: 'http://localhost:3001',
    ENDCAP_PUSH_ENDPOINT: 'http://localhost:3003',
    ENDCAP_SANDBOX_PHONE_URL: 'http://localhost:3004',
    ENDCAP_TESTER_CODE: SANDBOX_TESTER_CODE,
  };
  test('the production checks cover exactly the settings tested here', () =>
    expect(productionChecks.map(({ name }) => name).sort()).toEqual(Object.keys(wrong).sort()));
  test.each(Object.entries(wrong))('%s: %s is refused there and nowhere else', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(`Configuration: ${name} (`);
    expect(readConfig({ ...minimum, [name]: value })).toBeTruthy();
  });
  test('a setting that is not given is checked with its default', () => {
    expect(() => readConfig({ ...minimum, NODE_ENV: 'production' })).toThrow(
      /ENDCAP_ADMIN_URL \(must be https.*ENDCAP_APP_URL \(must be https/,
    );
    expect(readConfig({ ...production, ENDCAP_TESTER_CODE: 'another-code' })).toMatchObject({ NODE_ENV: 'production' });
  });
});

describe('secrets from files', { tags: ['OPS-11'] }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (name: string, content: string): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const { DATABASE_URL: url, ...rest } = minimum;

  test('reads every secret from the file in NAME_FILE and strips the trailing newline', () => {
    const values: Record<string, string> = {
      DATABASE_URL: url,
      ENDCAP_DATABASE_DIRECT_URL: 'postgres://u:secret@direct/db',
      ENDCAP_TESTER_CODE: 'six signs',
      ENDCAP_FILES_S3_KEY: 'key',
      ENDCAP_FILES_S3_SECRET: 's3 secret',
      ENDCAP_ASSISTANT_API_KEY: 'model key',
      ENDCAP_CLOUDINARY_URL: 'cloudinary://key:secret@cloud',
      ENDCAP_IMPORT_TOKENS: 'x'.repeat(32),
    };
    expect(Object.keys(values)).toEqual([...secrets]);
    const files = Object.entries(values).map(([name, value]) => [`${name}_FILE`, fileWith(name, `${value}\n`)]);
    const more = { ENDCAP_FILES_S3_BUCKET: 'b', ENDCAP_ASSISTANT_BASE_URL: 'https://model.example' };
    expect(readConfig({ ...rest, ...more, ...Object.fromEntries(files) })).toEqual(readConfig({ ...rest, ...more, ...values }));
  });
  test('every setting named like a password, key or token is listed as a secret', () => {
    const telling = /(SECRET|KEY|TOKENS|CODE|DATABASE_URL|ENDCAP_DATABASE_DIRECT_URL|ENDCAP_CLOUDINARY_URL)$/;
    expect(
      Object.keys(Environment.shape)
        .filter((name) => telling.test(name) && name !== 'ENDCAP_PRODUCT_KEY')
        .toSorted(),
    ).toEqual(secrets.filter((name) => telling.test(name)).toSorted());
  });
  test('names a secret file that is absent, empty or given besides its setting, and never prints the content', () => {
    const missing = join(folder, 'nothing');
    expect(() => readConfig({ ...rest, DATABASE_URL_FILE: missing })).toThrow(
      /^Configuration: DATABASE_URL_FILE \(there is no such file\)$/,
    );
    expect(() => readConfig({ ...rest, DATABASE_URL_FILE: fileWith('empty', '\n') })).toThrow(
      /^Configuration: DATABASE_URL_FILE \(the file is empty\)$/,
    );
    const both = { ...minimum, DATABASE_URL_FILE: fileWith('both', url) };
    expect(() => readConfig(both)).toThrow(/^Configuration: DATABASE_URL_FILE \(DATABASE_URL is set as well\)$/);
    expect(() => readConfig({ ...rest, DATABASE_URL_FILE: fileWith('wrong', 'hunter2') })).toThrow(
      /^(?!.*hunter2).*DATABASE_URL \(invalid: a whole address, with its protocol\)/,
    );
    expect(() => readConfig({ ...minimum, ENDCAP_TESTERCODE_FILE: missing })).toThrow(
      'ENDCAP_TESTERCODE_FILE (unknown): ENDCAP_TESTER_CODE_FILE?',
    );
    expect(() => readConfig({ ...minimum, ENDCAP_ADMIN_URL_FILE: missing })).toThrow('ENDCAP_ADMIN_URL_FILE (unknown)');
  });
});
