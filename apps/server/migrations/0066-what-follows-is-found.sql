create index fan_out_following on fan_out (of_notification, created_at) where kind <> 'send';
create index fan_out_gathering on fan_out (created_at) where state = 'gathering';
