create index fan_out_unaccepted on fan_out (notification_id) where kind = 'send' and finished_at is not null and first_accepted_at is null;
