-- How many phones had chosen each store, one row a store and day of Warsaw, from the day of this migration on (NOTIF-STATS-21).
create table store_subscription_day (
  day date not null,
  store_id text not null references store,
  main integer not null,
  notifications integer not null,
  primary key (day, store_id)
);
