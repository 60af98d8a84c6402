-- A store's report of a code that does not scan (SHEET-03, decision 101). Each item and store has at most one open report.
create table code_report (
  id text primary key,
  content_id text not null,
  store_id text not null,
  reported_by text not null,
  reported_at timestamptz not null,
  settled_by text,
  settled_at timestamptz
);
create unique index code_report_open on code_report (content_id, store_id) where settled_at is null;
