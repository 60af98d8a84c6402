-- A phone's inbox looks for its number in a chunk of each send that it may have had. Half as wide and never packed, because unpacking
-- cost more than looking. Numbers of devices stay below 2^31: two thousand million registrations.
alter table fan_out_chunk alter column devices type integer[] using devices::integer[];
alter table fan_out_chunk alter column devices set storage plain;
