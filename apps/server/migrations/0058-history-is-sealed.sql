-- What the history holds is sealed, so that a change behind PostgreSQL's back is found (HIST-11, decision 91).
create table history_seal (
  no bigint primary key,
  -- The changes that it covers, by number. A number that was drawn and never written is in none.
  covers int8multirange not null,
  -- 16 bytes for each of them, in the order of their numbers.
  fingerprints bytea not null,
  at timestamptz not null,
  -- Over all of the above and the hash of the seal before.
  hash bytea not null
);

create function history_fingerprint(change history) returns bytea language sql stable as $$
  select substr(sha256(convert_to(jsonb_build_array(change.seq, extract(epoch from change.at), change.actor, change.entity, change.entity_id,
    change.action, change.changes, change.label, change.fields)::text, 'UTF8')), 1, 16)
$$;

create function history_seal_hash(previous bytea, no bigint, covers int8multirange, fingerprints bytea, at timestamptz) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(no, covers::text, extract(epoch from at))::text, 'UTF8') || fingerprints)
$$;

create function history_seal_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'seals are append-only';
end $$;
create trigger history_seal_is_append_only before update or delete or truncate on history_seal
  for each statement execute function history_seal_is_append_only();
