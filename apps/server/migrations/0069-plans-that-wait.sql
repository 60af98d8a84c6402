-- Each worker asks again and again when the next plan is due: of those that wait for a person, when they end; there are few.
create index fan_out_plan_waiting on fan_out_plan (notification_id) where waits_for is not null;
