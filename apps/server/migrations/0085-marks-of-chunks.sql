-- What a chunk says of its phones beside their outcomes, one byte each: whether a phone may have the message although nobody knows it (1), and whether
-- it accepted a text that was corrected afterwards (2). Empty: nothing of the kind (E-07, E-08).
alter table fan_out_chunk
  add column marks bytea,
  -- Which text the phones got last that have no mark of a former one: microseconds since 1970 of the correction. Empty: the first text.
  add column text_version bigint,
  -- How many of the failed phones may have the message, by the reason that they are counted under.
  add column unknown_by jsonb;
-- They stay in the row, as the other columns do (decision 0048).
alter table fan_out_chunk alter column marks set storage main, alter column unknown_by set storage main;
alter table past_chunk add column unknown_by jsonb;
