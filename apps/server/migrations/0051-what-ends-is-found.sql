-- A customer's devices; those that are gone; those that were not seen for long.
create index device_by_user on device (user_id) where user_id is not null;
create index device_gone on device (seq) where install_id like 'gone %';
create index device_by_seen on device (seen_at) where install_id not like 'gone %';
create index notification_with_receipts on notification (created_at) where receipts_ended_at is null;
create index notification_with_outcomes on notification (created_at) where outcomes_ended_at is null;
create index idempotency_key_by_age on idempotency_key (created_at);
