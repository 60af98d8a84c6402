-- A plan that waits for a person (`late`, which the version before knows) because it would start in quiet hours (CARE-03, decision 116).
alter table fan_out_plan add column is_quiet boolean not null default false;
