-- When stores are open (TRADE-02): hours by weekday, e.g. '06:00-22:00', null closed; what holds on Sundays; exceptions by date.
-- The version before writes none of them.
alter table store
  add column monday_hours text,
  add column tuesday_hours text,
  add column wednesday_hours text,
  add column thursday_hours text,
  add column friday_hours text,
  add column saturday_hours text,
  add column sunday_hours text,
  add column sunday_rule text not null default 'tradingSundays',
  add column hours_exceptions jsonb not null default '[]';
