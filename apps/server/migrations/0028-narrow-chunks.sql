-- A phone's inbox looks for its number in a chunk of each send that it may have had. Half as wide and never packed, because unpacking
-- cost more than looking. Numbers of devices stay below 2^31: two thousand million registrations.
-- What stands beside them is packed in the row and never moved out of it, as PostgreSQL would for rows above 2 kB.
-- All in one statement: its rewrite is what applies to the chunks that are there.
alter table fan_out_chunk
  alter column devices type integer[] using devices::integer[],
  alter column devices set storage plain,
  alter column notification_id set storage main,
  alter column outcomes set storage main,
  alter column failed_by set storage main,
  alter column message_id set storage main,
  alter column lease_owner set storage main,
  alter column sample set storage main;
