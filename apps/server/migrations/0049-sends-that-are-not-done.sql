create index fan_out_ended on fan_out (notification_id) where state in ('stopped', 'cancelled');
create index notification_with_errors on notification (id) where errors <> '{}';
