import { type QueryExecutorProvider, sql } from 'kysely';

/** The oldest major version of PostgreSQL. */
export const OLDEST_POSTGRES = 15;
export const EXTENSIONS = ['unaccent', 'pg_trgm'];
/** Sorts Polish; PostgreSQL has it when it was built with ICU. */
export const COLLATION = 'pl-x-icu';

/** The database cannot take the migrations. Nothing has been changed. */
export class Unmigratable extends Error {
  override readonly name = 'Unmigratable';
  /** A clause for each reason, with what to do. */
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

type Needs = {
  role: string;
  database: string;
  schema: string | null;
  encoding: string;
  isReadOnly: boolean;
  hasCollation: boolean;
  mayCreate: boolean;
  /** Owner of the table of migrations, if it is another role. */
  otherOwner: string | null;
  /** Extensions that the database lacks. Some are not installed on the server, some may not be created by this role. */
  uninstalled: string[];
  forbidden: string[];
};

/** Returns the reasons why a version of PostgreSQL cannot be used. */
export const reasonsOfVersion = (version: string, number: number): string[] =>
  number < OLDEST_POSTGRES * 10_000
    ? [`PostgreSQL ${version} is older than ${OLDEST_POSTGRES}: upgrade the server to ${OLDEST_POSTGRES} or later`]
    : [];

export const reasonsOf = (needs: Needs): string[] => {
  const { role, database, schema, encoding, isReadOnly, hasCollation, mayCreate, otherOwner, uninstalled, forbidden } = needs;
  return [
    ...(isReadOnly ? ['the database is read-only, as a standby is: use the primary'] : []),
    ...(encoding === 'UTF8' ? [] : [`the database is encoded in ${encoding}: create it again with encoding 'UTF8' and template template0`]),
    ...(hasCollation ? [] : [`there is no collation ${COLLATION}: use a PostgreSQL that was built with ICU`]),
    ...uninstalled.map((name) => `the extension ${name} is not installed on the server: install postgresql-contrib there`),
    ...(schema === null ? [`the database has no schema that ${role} may use: create schema public authorization ${role}`] : []),
    ...(schema !== null && !mayCreate
      ? [`${role} may not create tables in the schema ${schema}: migrate as the owner of the database`]
      : []),
    ...(otherOwner === null ? [] : [`${otherOwner} owns the tables, not ${role}: migrate as ${otherOwner}`]),
    ...forbidden.map((name) => `${role} may not create the extension ${name}: grant create on database ${database} to ${role}`),
  ];
};

const readNeeds = async (db: QueryExecutorProvider): Promise<Needs | undefined> => {
  const { rows } = await sql<Needs>`
    with lacking as (
      select name, exists (select from pg_available_extensions a where a.name = wanted.name) as installed,
        (select rolsuper from pg_roles where rolname = current_user)
          or coalesce((select bool_or(v.trusted) from pg_available_extension_versions v where v.name = wanted.name), false)
            and has_database_privilege(current_database(), 'create') as allowed
      from unnest(${EXTENSIONS}::text[]) wanted(name) where name not in (select extname from pg_extension))
    select quote_ident(current_user) as role, quote_ident(current_database()) as database, quote_ident(current_schema()) as schema,
      pg_encoding_to_char(d.encoding) as encoding, current_setting('transaction_read_only')::boolean as "isReadOnly",
      exists (select from pg_collation where collname = ${COLLATION}) as "hasCollation",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      (select quote_ident(pg_get_userbyid(relowner)) from pg_class
        where oid = to_regclass('kysely_migration') and not pg_has_role(relowner, 'usage')) as "otherOwner",
      array(select name from lacking where not installed) as uninstalled,
      array(select name from lacking where installed and not allowed) as forbidden
    from pg_database d where datname = current_database()`.execute(db);
  return rows[0];
};

/** Throws with every reason why migrations cannot run on a database: its version, encoding, collation, extensions and the rights of the role. */
export const assertMigratable = async (db: QueryExecutorProvider): Promise<void> => {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(db);
  const tooOld = rows.flatMap(({ version, number }) => reasonsOfVersion(version, number));
  // The catalogs of an older version may lack what the needs are read from.
  const needs = tooOld.length > 0 ? undefined : await readNeeds(db);
  const reasons = needs ? reasonsOf(needs) : tooOld;
  if (reasons.length > 0) throw new Unmigratable(reasons);
};
