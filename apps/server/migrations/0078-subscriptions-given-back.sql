-- Gives back subscriptions that a phone lost without its owner's doing. Until this version, a PATCH of a phone that did not name
-- its stores (a new push token, an app update) deleted all of its subscriptions. The trigger of 0023 kept them, but it keeps the
-- stores that somebody left as well, without a time or a reason: an empty list that was sent and a list that was not sent left the
-- same rows. A push to somebody who had said no cannot be taken back, so only phones are restored whose rows speak for the fault:
--   - The phone has no subscription now. Any other list was sent by the phone since, and is its owner's word.
--   - All that it ever lost, it lost in one transaction. Who left a store before, or left them one after the other, chose to.
--   - That were two stores or more. Apps take stores off one at a time, so a single store may have been taken off by its owner.
--   - That transaction wrote rows of this phone alone. In a restored copy and after 0024, rows of many phones share a transaction,
--     and nothing is known about when they were written.
-- Deleted stores are neither counted nor given back. Erased phones have no rows here. The rows stay: the inbox reads them.
do $$
declare
  cleared bigint[];
begin
  with lost as (
    select f.device_seq, f.xmin::text as written_by
    from device_former_subscription f join store on store.id = f.store_id and store.deleted_at is null
  ), shared as (
    select xmin::text as written_by from device_former_subscription group by 1 having count(distinct device_seq) > 1
  )
  select array_agg(device_seq) into cleared from (
    select device_seq from lost
    group by device_seq
    having count(*) >= 2 and count(distinct written_by) = 1 and min(written_by) not in (select written_by from shared)
  ) phone
  where not exists (select from device_subscription s where s.device_seq = phone.device_seq);

  -- A phone that sends its list at this moment is waited for; the next statement sees what it chose. Erased ones are left out.
  perform from device where seq = any(cleared) and install_id not like 'gone %' order by seq for no key update;

  insert into device_subscription (store_id, device_seq)
  select f.store_id, f.device_seq
  from device_former_subscription f join store on store.id = f.store_id and store.deleted_at is null
  where f.device_seq = any(cleared) and not exists (select from device_subscription s where s.device_seq = f.device_seq)
  order by f.device_seq, f.store_id;
end $$;
