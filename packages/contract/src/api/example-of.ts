/** The keywords of JSON Schema that examples use. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
  maxLength?: number;
  contentMediaType?: string;
};

const ID = '6f2c9d4e1b7a';
const DAY_MS = 86_400_000;
/** A notification is valid for a year at most, and a plan starts within 60 days. */
const [EXAMPLE_VALID_MS, EXAMPLE_START_MS] = [300 * DAY_MS, 30 * DAY_MS];
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();
/** Example values by field name. Other fields get an example of their type. */
const byField: Readonly<Record<string, unknown>> = {
  at: fromNow(-7 * DAY_MS),
  day: fromNow(EXAMPLE_START_MS).slice(0, 10),
  title: 'Fresh bread from 7 a.m.',
  content: 'Straight from the oven, in your store today.',
  url: 'https://shop.example.com/bread',
  image: null,
  prevImage: `cloudinary:${'6f2c9d4e'.repeat(4)}.jpg`,
  mainBanner: null,
  appLogo: null,
  file: null,
  validUntil: fromNow(EXAMPLE_VALID_MS),
  startsAt: fromNow(EXAMPLE_START_MS),
  publicationStart: '2026-12-01T06:00:00.000Z',
  validityStart: '2026-12-02T06:00:00.000Z',
  validityEnd: '2026-12-12T06:00:00.000Z',
  publicationEnd: '2026-12-13T06:00:00.000Z',
  campaignStart: '2026-11-30T23:00:00.000Z',
  name: 'Weekend offers',
  street: 'Długa 5',
  city: 'Gdańsk',
  zipCode: '80-831',
  openingHours: 'Mon–Sat 6–22',
  phone: '+48 58 000 00 00',
  latitude: 54.35,
  longitude: 18.65,
  storeNo: 101,
  ecommerceSlug: 'gdansk-dluga',
  domain: 'shop.example.com',
  appVersion: '2.4.0',
  version: '>=2.0.0',
  hideClientCodeVersion: '',
  installId: 'a1b2c3d4',
  locale: 'pl-PL',
  deviceSecret: 'k3vT9-secret-of-this-phone',
  userId: 'customer-17',
  color: '#FFFFFF',
  threadId: 'thread_6f2c9d4e1b7a',
  showingId: 'showing-1',
  near: '54.35,18.65',
  ticket: 'A'.repeat(43),
  productEANs: ['5901234123457'],
  discountValue: '10',
  segments: [],
  isTest: false,
  includeStoreType: 'all',
  mainStoreId: ID,
  notificationStoreIds: [ID],
  // Built from its own fields.
  push: undefined,
  value: 'fcm-registration-token',
};

/** Omitted where optional: the right value depends on the route, e.g. a past instant for one and a future instant for another. */
const leftOut: ReadonlySet<string> = new Set(['at', 'startsAt']);

const typesOf = ({ type = [] }: JsonSchema): string[] => (Array.isArray(type) ? type : [type]);

const fits = (value: unknown, schema: JsonSchema): boolean => {
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Infinity)) return false;
  if (schema.anyOf) return schema.anyOf.some((one) => fits(value, one));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return typesOf(schema).some((one) => one === type || (one === 'integer' && Number.isInteger(value)));
};

const textOf = ({ format, pattern = '', maxLength }: JsonSchema): string => {
  if (format === 'date-time') return '2026-12-01T06:00:00.000Z';
  if (format === 'date') return '2026-12-01';
  if (pattern === '^[0-9a-f]{64}$') return '6f2c9d4e'.repeat(8);
  return pattern.startsWith('^thread_') ? 'thread_6f2c9d4e1b7a' : pattern === '' ? 'text'.slice(0, maxLength) : ID;
};

/** Returns an example value for a schema, for the API reference. `definitions` contains the targets of its `$ref`s. */
export const exampleOf = (schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, field = ''): unknown => {
  const again = (part: JsonSchema, name = field): unknown => exampleOf(part, definitions, name);
  if (schema.$ref) return again(definitions[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (field in byField && fits(byField[field], schema)) return byField[field];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== '');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return again(either.find(({ type: of, const: only }) => of !== 'null' && only !== '') ?? {});
  if (schema.prefixItems) return schema.prefixItems.map((part) => again(part));
  const [type] = typesOf(schema);
  if (type === 'array') return Array.from({ length: schema.minItems ?? 1 }, () => again(schema.items ?? {}));
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        // Omit optional fields without an example of their own, and those in `leftOut`.
        .filter(([name]) => schema.required?.includes(name) || (name in byField && !leftOut.has(name)))
        .map(([name, part]) => [name, again(part, name)]),
    );
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return type === 'string' ? textOf(schema) : {};
};
