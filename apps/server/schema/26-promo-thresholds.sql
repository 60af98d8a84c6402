-- A promo threshold, imported (A-79). A threshold that is missing in an import is marked as deleted, because items may still
-- refer to it.
create table promo_threshold (
  promo_id text not null,
  id text not null,
  threshold numeric(11, 2) not null check (threshold >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (promo_id, id)
);
