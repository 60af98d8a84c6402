-- Looks at every row beside those who write.
alter table fan_out validate constraint fan_out_state_check;
alter table fan_out validate constraint fan_out_kind_check;
alter table fan_out validate constraint fan_out_platform_check;
alter table fan_out validate constraint fan_out_of_notification_fkey;
