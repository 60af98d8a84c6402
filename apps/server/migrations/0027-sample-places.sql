-- How many phones of a chunk are asked as its part of the sample: by its size, so that the phones of a short one weigh no more than others.
alter table fan_out_chunk add column sample_places integer not null default 1;
update fan_out_chunk chunk set sample_places = 200 / least(100, fan_out.chunks) from fan_out
where fan_out.notification_id = chunk.notification_id and not fan_out.proven and chunk.sample is not null;
