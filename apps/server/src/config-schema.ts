import { isIP } from 'node:net';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const count = (fallback: number, max = 1_000_000) => z.coerce.number().int().min(1).max(max).default(fallback);
/** Days of retention; 0: forever. */
const days = (fallback: number) => z.coerce.number().int().min(0).max(36_500).default(fallback);
const address = z.url().transform((url) => url.replace(/\/$/, ''));
const path = z.string().min(1);

const isNetwork = (range: string): boolean => {
  const [ip = '', bits, ...more] = range.split('/');
  const family = isIP(ip);
  // `/0` would let anybody say where they come from.
  return (
    family !== 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
};

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Every setting of the server. The descriptions also appear in docs/reference/settings.md. Secrets are never printed. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses sandbox parts and plain http addresses'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('Least severe line that is logged'),
  HOST: z.string().default('127.0.0.1').describe('Address that the APIs and `/metrics` listen on'),
  DATABASE_URL: z.url().describe('PostgreSQL server; `npm start` fills in its embedded one'),
  ENDCAP_DATABASE_DIRECT_URL: z
    .url()
    .optional()
    .describe('The same database without the pooler; set it where `DATABASE_URL` leads to PgBouncer in transaction mode'),
  ENDCAP_DATABASE_POOL_SIZE: count(10, 200).describe('Connections per process'),
  ENDCAP_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(5)
    .describe('Seconds in which an API goes on answering after SIGTERM; longer than proxies keep an idle connection'),
  ENDCAP_METRICS_PORT: port(0)
    .optional()
    .describe('Port of `/metrics` for Prometheus, one for each process, closed to the outside; unset: none'),
  ENDCAP_ADMIN_PORT: port(3000).describe('Port of the back-office: web page and staff API'),
  ENDCAP_ADMIN_URL: address.default('http://localhost:3000').describe('Address under which staff reach the back-office'),
  ENDCAP_WEB_DIR: path.default('apps/web/dist').describe('Folder of the built web page'),
  ENDCAP_APP_PORT: port(3001).describe('Port of the API that phones call'),
  ENDCAP_APP_URL: address.default('http://localhost:3001').describe('Address under which phones reach their API and the images of pushes'),
  ENDCAP_APP_RATE_LIMIT: count(600).describe('Calls a minute to the app API from one device, or from one address without a device'),
  ENDCAP_APP_REGISTRATION_LIMIT: count(60).describe('Registrations a minute from one address'),
  ENDCAP_APP_REGISTRATION_TOTAL: count(30_000).describe('Registrations a minute from all addresses, per process'),
  ENDCAP_APP_FEED_LIMIT: count(6_000).describe('Distinct feed queries a minute from one address'),
  ENDCAP_APP_SECRET_LIMIT: count(120).describe('Unknown device secrets a minute from one address'),
  ENDCAP_APP_QUESTION_LIMIT: count(10).describe('Questions to the assistant a minute from one phone; ten times as many from one address'),
  ENDCAP_APP_QUESTION_DAY_LIMIT: count(100).describe('Questions to the assistant a day from one phone; ten times as many from one address'),
  ENDCAP_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean),
    )
    .refine((ranges) => ranges.every(isNetwork), 'addresses or CIDR ranges, comma-separated')
    .describe(
      'Proxies whose `X-Forwarded-For`, `X-Request-Id` and `traceparent` count: addresses or CIDR ranges, comma-separated; empty: none',
    ),
  ENDCAP_PRODUCT_KEY: z
    .string()
    .regex(/^[a-z][a-zA-Z0-9]{0,30}$/, 'letters and digits, a small letter first, 31 at most')
    .default('endcap')
    .describe("Prefix of the identity provider's facts: `{key}Admin`, `{key}StoreId`"),
  ENDCAP_APP_SCHEME: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*:\/\/$/, 'a scheme with ://, such as endcap://')
    .default('endcap://')
    .describe("Scheme of the app's deep links, with `://`"),
  ENDCAP_TESTER_CODE: z.string().min(6).optional().describe('Code that makes a phone a test device; unset: no phone can become one'),
  ENDCAP_TEST_SEND_LIMIT: count(10).describe('Tests a minute that one person may send'),
  ENDCAP_OIDC_ISSUER: z.url().describe('Issuer of the OpenID provider'),
  ENDCAP_OIDC_CLIENT_ID: z.string().min(1).describe('Client id of the web page (public client, PKCE)'),
  ENDCAP_OIDC_AUDIENCE: z.string().min(1).describe('Audience that access tokens must name'),
  ENDCAP_OIDC_SCOPE: z.string().default('openid profile').describe('Scopes that the web page asks for'),
  ENDCAP_OIDC_PICTURE_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    )
    .refine((list) => list.every(isOrigin), 'origins such as https://lh3.googleusercontent.com, comma-separated')
    .describe("Origins of profile pictures outside the provider's own addresses, comma-separated"),
  ENDCAP_OIDC_ALGORITHMS: z
    .string()
    .default('RS256,PS256,ES256,EdDSA,Ed25519')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .describe('Accepted signature algorithms; symmetric ones are refused'),
  ENDCAP_OIDC_FACTS_CLAIM: z.string().min(1).optional().describe('Signed claim that holds app_metadata; unset: user info is read'),
  ENDCAP_PUSH_ENDPOINT: address.default('https://fcm.googleapis.com').describe('FCM HTTP v1 service'),
  ENDCAP_PUSH_CREDENTIALS_FILE: path.optional().describe('Google service account key file (JSON)'),
  ENDCAP_PUSH_CA_FILE: path.optional().describe('Certificate authority of the push service when it is not a public one'),
  ENDCAP_PUSH_RATE: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(9_500)
    .describe("Messages a second of all workers together, climbing for a minute; FCM's quota is 600,000 a minute; 0: no limit"),
  ENDCAP_PUSH_SESSIONS: count(16, 64).describe('Most HTTP/2 sessions of a worker; more than two are opened only for slow replies'),
  ENDCAP_PUSH_LANES: count(16, 64).describe('Most chunks of 500 devices that a worker sends in parallel; as many as the latency requires'),
  ENDCAP_PUSH_LEASE_SECONDS: count(30, 600).describe(
    'Seconds that a worker owns a chunk without writing; fewer recover sooner after a crash',
  ),
  ENDCAP_KEEP_RECEIPTS_DAYS: days(400).describe(
    'Days after sending and validity for which receipts of phones are kept; figures stay; 0: for ever, as in all of these',
  ),
  ENDCAP_KEEP_OUTCOMES_DAYS: days(400).describe(
    'Days after sending and validity for which the outcome of each phone is kept; figures stay',
  ),
  ENDCAP_KEEP_SHOWINGS_DAYS: days(30).describe('Days after the deletion of a popup for which its showings are kept'),
  ENDCAP_KEEP_SEND_KEYS_DAYS: days(30).describe('Days in which a repeated `Idempotency-Key` is the same send'),
  ENDCAP_KEEP_THREADS_DAYS: days(0).describe('Days after the last message for which conversations with the assistant are kept'),
  ENDCAP_KEEP_TICKETS_DAYS: days(1).describe('Days for which unused tickets of downloads are kept'),
  ENDCAP_KEEP_UNUSED_DEVICES_DAYS: days(0).describe('Days without a call after which a phone is erased, give or take a week'),
  ENDCAP_FILES_DIR: path.default('.data/files').describe('Folder of uploaded images and files'),
  ENDCAP_FILES_S3_BUCKET: z.string().min(1).optional().describe('Bucket of an S3-compatible store: uploads go there instead of the folder'),
  ENDCAP_FILES_S3_ENDPOINT: address.default('https://s3.eu-central-1.amazonaws.com').describe('Address of the S3-compatible store'),
  ENDCAP_FILES_S3_REGION: z.string().min(1).default('eu-central-1').describe('Region that requests to the store are signed for'),
  ENDCAP_FILES_S3_KEY: z.string().min(1).optional().describe('Access key of the store'),
  ENDCAP_FILES_S3_SECRET: z.string().min(1).optional().describe('Secret key of the store'),
  ENDCAP_ASSISTANT_BASE_URL: address.optional().describe('Endpoint of the OpenAI chat protocol; unset: the assistant quotes knowledge'),
  ENDCAP_ASSISTANT_API_KEY: z.string().min(1).optional().describe('Key of that endpoint'),
  ENDCAP_ASSISTANT_MODEL: z.string().min(1).default('gpt-4.1-mini').describe('Model of that endpoint'),
  ENDCAP_ASSISTANT_MODEL_CALLS: count(10, 1_000).describe('Concurrent calls of the model by one process; further questions get quotes'),
  ENDCAP_ASSISTANT_MODEL_BUDGET: count(10_000, 10_000_000).describe(
    'Calls of the model a day by all processes; further questions get quotes until midnight in Warsaw',
  ),
  ENDCAP_CLOUDINARY_URL: z
    .string()
    .regex(/^cloudinary:\/\/[^:]+:[^@]+@[\w-]+$/, 'cloudinary://key:secret@cloud')
    .optional()
    .describe('`cloudinary://key:secret@cloud`: images go there instead of the folder'),
  ENDCAP_CLOUDINARY_API: address.default('https://api.cloudinary.com').describe('Upload service of Cloudinary'),
  ENDCAP_IMPORT_TOKENS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((token) => token.trim())
        .filter(Boolean),
    )
    .refine(
      (tokens) => tokens.every((token) => /^[A-Za-z0-9._~+/=-]{32,}$/.test(token)),
      'tokens of 32 characters at least, without spaces, comma-separated',
    )
    .describe('Service tokens of the import routes, comma-separated, at least 32 characters each; empty: imports by command only'),
  ENDCAP_MAP_TILE_URL: z
    .string()
    .regex(/^https?:\/\/[^{}]+\{z\}\/\{x\}\/\{y\}[^{}]*$/, 'an address with {z}/{x}/{y} in it')
    .optional()
    .describe('Map tiles for the map of a store, e.g. `https://tile.example/{z}/{x}/{y}.png`'),
  ENDCAP_MAP_ATTRIBUTION: z.string().max(200).default('').describe('Attribution of the map, e.g. `© OpenStreetMap contributors`'),
  ENDCAP_SANDBOX_PHONE_URL: address.optional().describe('Address of the sandbox phone, linked in the back-office'),
});
export type Config = z.output<typeof Environment>;
