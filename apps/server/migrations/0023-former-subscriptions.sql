-- Stores that a device subscribed to once. With them and its subscriptions of today it is known which sends of single stores
-- can have gone to it, so that its inbox need not ask every valid notification (decision 31).
create table device_former_subscription (
  device_seq bigint not null references device on delete cascade,
  store_id text not null references store,
  primary key (device_seq, store_id)
);

create function keep_former_subscription() returns trigger language plpgsql as $$
begin
  -- Of a device that is itself being deleted nothing is kept.
  insert into device_former_subscription (device_seq, store_id)
  select gone.device_seq, gone.store_id from gone join device on device.seq = gone.device_seq
  order by 1, 2 on conflict do nothing;
  return null;
end
$$;
create trigger keep_former_subscription after delete on device_subscription referencing old table as gone
  for each statement execute function keep_former_subscription();

-- A null store is "everyone or targeted": one real notification a day. Tests go to test phones alone.
create index notification_by_scope_and_validity on notification (store_id, valid_until) where not is_test;
create index notification_tests_by_validity on notification (valid_until) where is_test;
