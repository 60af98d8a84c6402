-- How many pushes a phone may get within seven days as far as this one is concerned, and how many phones were left out for it (CARE-02).
alter table fan_out add column weekly_limit smallint, add column left_out integer not null default 0;
