-- Who was sent what is still valid and has left the store since: known from the chunks, once.
insert into device_former_subscription (device_seq, store_id)
select distinct d.seq, n.store_id
from notification n
join fan_out_chunk c on c.notification_id = n.id
cross join unnest(c.devices) sent(seq)
join device d on d.seq = sent.seq
where n.store_id is not null and not n.is_test and n.valid_until > now()
  and not exists (select 1 from device_subscription s where s.store_id = n.store_id and s.device_seq = sent.seq)
on conflict do nothing;
