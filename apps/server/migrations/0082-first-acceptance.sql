-- When the push service accepted a fan-out for the first phone. Empty: for none so far, or the version that sent it did not note it.
alter table fan_out add column first_accepted_at timestamptz;
