-- The highest number up to which a seal and those before it cover every change that can exist: no transaction that may have drawn a lower number was
-- under way. A change with such a number that comes later was inserted behind PostgreSQL's back (HIST-11). Empty: a transaction was under way, or an
-- earlier version sealed.
alter table history_seal add column settled bigint;

-- The hash covers it where there is one, and is what it was where there is none.
create function history_seal_hash(previous bytea, no bigint, covers int8multirange, fingerprints bytea, at timestamptz, settled bigint) returns bytea language sql immutable as $$
  select sha256(previous || convert_to((jsonb_build_array(no, covers::text, extract(epoch from at))
    || case when settled is null then '[]'::jsonb else jsonb_build_array(settled) end)::text, 'UTF8') || fingerprints)
$$;

-- Called by the version before this one, which verifies seals of this one as well.
create or replace function history_seal_hash(previous bytea, no bigint, covers int8multirange, fingerprints bytea, at timestamptz) returns bytea language sql stable as $$
  select history_seal_hash(previous, no, covers, fingerprints, at, (select seal.settled from history_seal seal where seal.no = $2))
$$;
