-- A popup of the app.
create table popup (
  id text primary key,
  name text not null,
  text text,
  version text not null,
  repeat integer not null check (repeat between 1 and 1000),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz,
  -- Since when no showings on single devices are stored or accepted (decision 73).
  showings_ended_at timestamptz
);
create index popup_by_creation on popup (created_at, id) where deleted_at is null;
create index popup_by_name on popup (name collate "pl-x-icu", id) where deleted_at is null;

-- One showing of a popup on a device. The phone assigns the id, so that a report that is sent twice counts once (APP-06).
create table popup_showing (
  device_seq bigint not null references device on delete cascade,
  popup_id text not null references popup,
  showing_id text not null check (length(showing_id) between 1 and 100),
  shown_at timestamptz not null,
  primary key (device_seq, popup_id, showing_id)
);
