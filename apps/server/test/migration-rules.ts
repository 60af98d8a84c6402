/** A rule for migrations, which must not block or break the version that still runs (docs/reference/writing-migrations.md). */
type Rule = {
  name: string;
  /** Returns why a statement breaks the rule; null if it does not. `isNew`: the table is created in the same file and not in use yet. */
  breaks: (statement: string, isNew: (table: string) => boolean) => string | null;
};

const TABLE = /^alter table (?:if exists )?(?:only )?"?(\w+)"?/i;
const tableOf = (statement: string): string => TABLE.exec(statement)?.[1] ?? '';
/** Creates a check for statements that alter an existing table. */
const ofKept =
  (pattern: RegExp, why: string): Rule['breaks'] =>
  (statement, isNew) =>
    TABLE.test(statement) && !isNew(tableOf(statement)) && pattern.test(statement) ? why : null;

/** Returns the actions of an `alter table`, split at commas outside of brackets. */
const actionsOf = (statement: string): string[] => {
  const actions = [''];
  let depth = 0;
  for (const sign of statement.replace(TABLE, '')) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
};
/** The same for a single action of the statement. */
const ofAction =
  (test: (action: string) => boolean, why: string): Rule['breaks'] =>
  (statement, isNew) =>
    TABLE.test(statement) && !isNew(tableOf(statement)) && actionsOf(statement).some(test) ? why : null;
const adds = (action: string): boolean => /^add (?:column )?(?!constraint|primary|unique|foreign|check|exclude)/i.test(action);

const TAKES_AWAY =
  /^drop (?:table|view|function|type|schema)\b|^alter (?:table|type|view|function) .*\brename\b|^alter table .*\bdrop column\b|^alter table \S+ drop (?!constraint|column|default)\w|^truncate\b/is;

const rules: readonly Rule[] = [
  { name: 'type', breaks: ofKept(/\balter (?:column )?\w+ (?:set data )?type\b/i, 'rewrites every row, under lock') },
  {
    name: 'required',
    breaks: ofAction(
      (action) => adds(action) && /\bnot null\b/i.test(action) && !/\bdefault\b/i.test(action),
      'the version before does not write the column',
    ),
  },
  {
    name: 'default',
    breaks: ofAction(
      (action) =>
        adds(action) &&
        /\bdefault\b.*\b(?:random|gen_random_uuid|clock_timestamp|nextval|timeofday|uuidv?\w*)\s*\(|\bgenerated\b|\b(?:big|small)?serial\b/is.test(
          action,
        ),
      'a value of its own for each row rewrites every row, under lock',
    ),
  },
  {
    name: 'set-not-null',
    breaks: ofKept(/\bset not null\b/i, 'reads every row under lock; add a check that is not valid, validate it in a file of its own'),
  },
  {
    name: 'constraint',
    breaks: ofAction(
      (action) =>
        /^add (?:constraint \w+ )?(?:check|foreign key|primary key|unique|exclude)\b/i.test(action) &&
        !/\bnot valid\b|\busing index\b/i.test(action),
      'reads every row under lock: `not valid`, or `using index`',
    ),
  },
  {
    name: 'reference',
    breaks: ofAction(
      (action) => adds(action) && /\b(?:references|unique|primary key|check)\b/i.test(action),
      'reads every row under lock, or builds an index',
    ),
  },
  {
    name: 'index',
    breaks: (statement, isNew) => {
      const on = /^create (?:unique )?index\b.*?\bon (?:only )?"?(\w+)"?/is.exec(statement)?.[1];
      return on !== undefined && !isNew(on)
        ? 'an index of a table that is there has a file of nothing but indexes, which is built beside writers'
        : null;
    },
  },
  {
    name: 'rows',
    breaks: (statement, isNew) => {
      const on = /^(?:update|delete from) (?:only )?"?(\w+)"?/i.exec(statement)?.[1];
      return on !== undefined && !isNew(on) ? 'holds every row that it writes until the file is done' : null;
    },
  },
  { name: 'lock', breaks: (statement) => (/^(?:lock|cluster|vacuum|reindex|refresh)\b/i.test(statement) ? 'holds up everybody' : null) },
  {
    name: 'takes-away',
    breaks: (statement) =>
      TAKES_AWAY.test(statement) ? 'the version before may use it; a version later, with its name in schema_need' : null,
  },
];

/** Statements of a file, without comments and without what functions are made of. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

/** `-- allowed: NAME: why` at the beginning of a line. */
const allowedIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^-- allowed: ([\w-]+): \S.{9,}$/gm)].map(([, name]) => name ?? ''));

/** Returns one line for each rule that a migration file breaks. */
export const brokenRules = (text: string): string[] => {
  const statements = statementsOf(text);
  const isOnlyIndexes = statements.every((statement) => /^(?:create (?:unique )?index|drop index)\b/i.test(statement));
  const made = new Set(statements.flatMap((statement) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(statement)?.[1] ?? []));
  const tellsOfIt = statements.some((statement) => /^insert into schema_need\b/i.test(statement));
  const allowed = allowedIn(text);
  return statements.flatMap((statement) =>
    rules.flatMap(({ name, breaks }) => {
      if (allowed.has(name) || (name === 'index' && isOnlyIndexes) || (name === 'takes-away' && tellsOfIt)) return [];
      const why = breaks(statement, (table) => made.has(table));
      return why === null ? [] : [`${name}: ${statement.slice(0, 80)} (${why})`];
    }),
  );
};
