-- The key that erasures are hashed with: one row.
create table erasing (
  the_only boolean primary key default true check (the_only),
  key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
  -- Since when every use of a device is recorded. Before, no device counts as unused.
  seen_noted_since timestamptz not null default now()
);

-- An erasure of a customer or a device. It holds a keyed hash of the id: it answers "was this one erased?" and reveals nobody.
create table erasure (
  kind text not null check (kind in ('customer', 'device')),
  hash bytea not null,
  at timestamptz not null,
  primary key (kind, hash)
);

insert into erasing default values;
