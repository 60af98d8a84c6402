import { isIP } from 'node:net';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const count = (fallback: number, max = 1_000_000) => z.coerce.number().int().min(1).max(max).default(fallback);
/** Of what is kept; 0 is for ever. */
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

/** Every setting of the server. `description` is what the table in docs/reference/settings.md says; secrets are never printed. */
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
    .describe(
      'The same database past a pooler in transaction mode, for what needs a session of its own; set it where `DATABASE_URL` leads to PgBouncer',
    ),
  ENDCAP_DATABASE_POOL_SIZE: count(10, 200).describe('Connections per process'),
  ENDCAP_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600)
    .default(5)
    .describe('How long an API that is told to stop goes on answering, so that proxies learn it; longer than they keep a connection'),
  ENDCAP_METRICS_PORT: port(0)
    .optional()
    .describe('Port of `/metrics` in Prometheus’ format, one for each process and for nobody outside; unset: none'),
  ENDCAP_ADMIN_PORT: port(3000).describe('Port of the back-office: web page and staff API'),
  ENDCAP_ADMIN_URL: address.default('http://localhost:3000').describe('Address under which staff reach the back-office'),
  ENDCAP_WEB_DIR: path.default('apps/web/dist').describe('Folder of the built web page'),
  ENDCAP_APP_PORT: port(3001).describe('Port of the API that phones call'),
  ENDCAP_APP_URL: address
    .default('http://localhost:3001')
    .describe('Address under which phones reach their API; images in pushes are linked from it'),
  ENDCAP_APP_RATE_LIMIT: count(600).describe('Calls a minute that one device (or one address without a device) may make to the app API'),
  ENDCAP_APP_REGISTRATION_LIMIT: count(60).describe('Registrations a minute from one address'),
  ENDCAP_APP_REGISTRATION_TOTAL: count(30_000).describe('Registrations a minute from all addresses together, per process'),
  ENDCAP_APP_FEED_LIMIT: count(6_000).describe('Distinct questions for the feed that one address may ask in a minute'),
  ENDCAP_APP_SECRET_LIMIT: count(120).describe('Device secrets that nobody has which one address may try in a minute'),
  ENDCAP_APP_QUESTION_LIMIT: count(10).describe(
    'Questions to the assistant that one phone may ask in a minute; all phones of one address ten times as many',
  ),
  ENDCAP_APP_QUESTION_DAY_LIMIT: count(100).describe(
    'Questions to the assistant that one phone may ask in a day; all phones of one address ten times as many',
  ),
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
  ENDCAP_TEST_SEND_LIMIT: count(10).describe('Tests that one person may send to the test phones in a minute'),
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
    .describe("Where profile pictures lie when not at the provider's own addresses, comma-separated origins"),
  ENDCAP_OIDC_ALGORITHMS: z
    .string()
    .default('RS256,PS256,ES256,EdDSA,Ed25519')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .describe('Accepted signature algorithms; symmetric ones are refused'),
  ENDCAP_OIDC_FACTS_CLAIM: z.string().min(1).optional().describe('Signed claim that holds app_metadata; unset: user info is asked'),
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
  ENDCAP_PUSH_SESSIONS: count(16, 64).describe('The most HTTP/2 sessions per worker; more than two are opened only when replies take long'),
  ENDCAP_PUSH_LANES: count(16, 64).describe(
    'The most chunks of 500 devices that a worker sends side by side; as many as the latency asks for',
  ),
  ENDCAP_PUSH_LEASE_SECONDS: count(30, 600).describe('How long a worker owns a chunk without writing; less recovers sooner after a crash'),
  ENDCAP_KEEP_RECEIPTS_DAYS: days(400).describe(
    'Days that it is kept which phone got and opened a notification, after it was sent and its validity ended; the figures stay; 0: for ever, as in all of these',
  ),
  ENDCAP_KEEP_OUTCOMES_DAYS: days(400).describe(
    'Days that it is kept what became of each phone of a send, after that and its validity; the figures stay',
  ),
  ENDCAP_KEEP_SHOWINGS_DAYS: days(30).describe('Days that it is kept which phones showed a popup, after the popup was deleted'),
  ENDCAP_KEEP_SEND_KEYS_DAYS: days(30).describe('Days in which a send that comes again with its `Idempotency-Key` is the same send'),
  ENDCAP_KEEP_THREADS_DAYS: days(0).describe("Days that customers' conversations with the assistant are kept, after the last message"),
  ENDCAP_KEEP_TICKETS_DAYS: days(1).describe('Days that tickets of downloads are kept which nobody used'),
  ENDCAP_KEEP_UNUSED_DEVICES_DAYS: days(0).describe(
    'Days after which a phone that did not call any more is erased; it is known within a week',
  ),
  ENDCAP_FILES_DIR: path.default('.data/files').describe('Folder of uploaded images and files'),
  ENDCAP_FILES_S3_BUCKET: z.string().min(1).optional().describe('Bucket of an S3-compatible store: uploads go there instead of the folder'),
  ENDCAP_FILES_S3_ENDPOINT: address.default('https://s3.eu-central-1.amazonaws.com').describe('Address of the S3-compatible store'),
  ENDCAP_FILES_S3_REGION: z.string().min(1).default('eu-central-1').describe('Region that requests to the store are signed for'),
  ENDCAP_FILES_S3_KEY: z.string().min(1).optional().describe('Access key of the store'),
  ENDCAP_FILES_S3_SECRET: z.string().min(1).optional().describe('Secret key of the store'),
  ENDCAP_ASSISTANT_BASE_URL: address
    .optional()
    .describe('Endpoint that speaks the OpenAI chat protocol; without it the assistant quotes knowledge by itself'),
  ENDCAP_ASSISTANT_API_KEY: z.string().min(1).optional().describe('Key of that endpoint'),
  ENDCAP_ASSISTANT_MODEL: z.string().min(1).default('gpt-4.1-mini').describe('Model of that endpoint'),
  ENDCAP_ASSISTANT_MODEL_CALLS: count(10, 1_000).describe(
    'Calls of the model that one process makes at the same time; further questions are answered with quotes',
  ),
  ENDCAP_ASSISTANT_MODEL_BUDGET: count(10_000, 10_000_000).describe(
    'Calls of the model in a day by all processes; further questions are answered with quotes until midnight in Warsaw',
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
    .describe('Service tokens of the import routes, comma-separated, 32 signs at least; empty: imports by command only'),
  ENDCAP_MAP_TILE_URL: z
    .string()
    .regex(/^https?:\/\/[^{}]+\{z\}\/\{x\}\/\{y\}[^{}]*$/, 'an address with {z}/{x}/{y} in it')
    .optional()
    .describe('Map tiles, e.g. `https://tile.example/{z}/{x}/{y}.png`: stores are shown on a small map'),
  ENDCAP_MAP_ATTRIBUTION: z.string().max(200).default('').describe('Whom the map has to name, e.g. `© OpenStreetMap contributors`'),
  ENDCAP_SANDBOX_PHONE_URL: address.optional().describe('Address of the sandbox phone, linked in the back-office'),
});
export type Config = z.output<typeof Environment>;
