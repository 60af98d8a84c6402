-- Sending begins with a sample that is spread over the whole audience: bad addresses lie side by side, and those at its start say
-- nothing of the rest. `due`: a few phones of the chunk are still to be asked; `done`: they were.
alter table fan_out_chunk add column sample text check (sample in ('due', 'done'));
-- The push service's own words for the first refusal.
alter table fan_out add column refusal text;
