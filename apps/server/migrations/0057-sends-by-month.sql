-- Receipts and chunks lie in parts by the month that the id of their notification begins with, and leave by dropping those (OPS-06, decision 84).
-- The tables as they were become one of the parts, with their rows and indexes.
-- allowed: takes-away: the names mean what they meant, for the version before as well
set local lock_timeout = '200ms';

-- Whoever may do something with one table may do it with another that was made.
create function grant_as(made regclass, model regclass) returns void language plpgsql as $$
declare one record;
begin
  for one in
    select privilege_type, case grantee when 0 then 'public' else grantee::regrole::text end as whom
    from pg_class, aclexplode(relacl) where oid = model and grantee <> relowner
  loop
    execute format('grant %s on %s to %s', one.privilege_type, made, one.whom);
  end loop;
end $$;

-- A month, as 202611: makes its parts where they are not there. What lies in the default already stays there with its month.
-- Whoever is held up by it waits for a few of these times at most.
create function make_month(month text) returns boolean language plpgsql security definer set lock_timeout = '150ms' as $$
declare
  next_month text := to_char(to_date(month, 'YYYYMM') + interval '1 month', 'YYYYMM');
  whole text;
  is_taken boolean;
begin
  if month !~ '^20[0-9]{2}(0[1-9]|1[0-2])$' then raise exception '% is no month', month; end if;
  -- Somebody else makes one.
  if not pg_try_advisory_xact_lock(hashtext('endcap months')) then return false; end if;
  if to_regclass('notification_receipt_' || month) is not null and to_regclass('fan_out_chunk_' || month) is not null then return false; end if;
  execute format('select exists (select from fan_out_chunk_default where notification_id >= %1$L and notification_id < %2$L)
    or exists (select from notification_receipt_default where notification_id >= %1$L and notification_id < %2$L)', '0' || month, '0' || next_month) into is_taken;
  if is_taken then return false; end if;
  foreach whole in array array['fan_out_chunk', 'notification_receipt'] loop
    continue when to_regclass(whole || '_' || month) is not null;
    execute format('create table %I partition of %I for values from (%L) to (%L)%s', whole || '_' || month, whole, '0' || month, '0' || next_month,
      (select ' with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = (whole || '_default')::regclass));
    perform grant_as((whole || '_' || month)::regclass, whole::regclass);
  end loop;
  return true;
end $$;

-- Drops a month of receipts or of chunks, whose sums were added in the same transaction. Refuses what is not to end, and gives way to whoever reads.
create function drop_month(whole text, month text) returns void language plpgsql security definer set lock_timeout = '300ms' as $$
declare
  next_month text := to_char(to_date(month, 'YYYYMM') + interval '1 month', 'YYYYMM');
  is_kept boolean;
begin
  if whole not in ('notification_receipt', 'fan_out_chunk') or month !~ '^[0-9]{6}$' then raise exception '% % is no part', whole, month; end if;
  select exists (
    select from notification n where n.id >= '0' || month and n.id < '0' || next_month
      and case whole when 'fan_out_chunk' then n.outcomes_ended_at else n.receipts_ended_at end is null) into is_kept;
  if not is_kept and whole = 'fan_out_chunk' then
    select exists (
      select from fan_out_chunk where notification_id >= '0' || month and notification_id < '0' || next_month and pending > 0) into is_kept;
  end if;
  if is_kept then raise exception '% of % is still needed', whole, month; end if;
  for attempt in 1..10 loop
    begin
      execute format('drop table %I', whole || '_' || month);
      return;
    exception when lock_not_available or deadlock_detected then
      if attempt = 10 then raise; end if;
      perform pg_sleep(0.1 * attempt);
    end;
  end loop;
end $$;

alter index fan_out_chunk_pkey rename to fan_out_chunk_before_pkey;
alter index fan_out_chunk_open rename to fan_out_chunk_before_open;
alter index fan_out_chunk_by_device rename to fan_out_chunk_before_by_device;
alter index notification_receipt_pkey rename to notification_receipt_before_pkey;
alter index notification_receipt_by_device rename to notification_receipt_before_by_device;
alter index notification_receipt_opened rename to notification_receipt_before_opened;

create table fan_out_chunk_by_month (
  like fan_out_chunk including defaults including constraints including storage,
  constraint fan_out_chunk_pkey primary key (notification_id, no)
) partition by range (notification_id);
alter table fan_out_chunk_by_month drop constraint fan_out_chunk_is_before;
create index fan_out_chunk_open on fan_out_chunk_by_month (notification_id, retry_at) where pending > 0;
create index fan_out_chunk_by_device on fan_out_chunk_by_month (notification_id, first_device);
-- Empty, unless somebody writes of a month that is not there.
create table fan_out_chunk_default partition of fan_out_chunk_by_month default with (fillfactor = 60);

create table notification_receipt_by_month (
  like notification_receipt including defaults including constraints including storage,
  constraint notification_receipt_pkey primary key (notification_id, device_seq)
) partition by range (notification_id);
alter table notification_receipt_by_month drop constraint notification_receipt_is_before;
create index notification_receipt_by_device on notification_receipt_by_month (device_seq);
create index notification_receipt_opened on notification_receipt_by_month (notification_id) where opened_at is not null;
create table notification_receipt_default partition of notification_receipt_by_month default;

select grant_as(made::regclass, model::regclass) from (values
  ('fan_out_chunk_by_month', 'fan_out_chunk'), ('fan_out_chunk_default', 'fan_out_chunk'),
  ('notification_receipt_by_month', 'notification_receipt'), ('notification_receipt_default', 'notification_receipt')) pair(made, model);
-- Of the owner, so that processes that own nothing can make and drop months; for those alone that may write there.
do $$
declare whom text;
begin
  for whom in select grantee::regrole::text from pg_class, aclexplode(relacl)
    where oid = 'notification_receipt'::regclass and privilege_type = 'DELETE' and grantee not in (relowner, 0)
  loop
    execute format('grant execute on function make_month(text), drop_month(text, text) to %s', whom);
  end loop;
  execute format('alter function make_month(text) set search_path = %I, pg_temp', current_schema());
  execute format('alter function drop_month(text, text) set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function make_month(text), drop_month(text, text) from public;

-- From here on others wait.
alter table fan_out_chunk_by_month add constraint fan_out_chunk_notification_id_fkey foreign key (notification_id) references fan_out;
alter table notification_receipt_by_month
  add constraint notification_receipt_notification_id_fkey foreign key (notification_id) references notification,
  add constraint notification_receipt_device_seq_fkey foreign key (device_seq) references device on delete cascade;
alter table fan_out_chunk rename to fan_out_chunk_before;
alter table fan_out_chunk_by_month rename to fan_out_chunk;
alter table fan_out_chunk attach partition fan_out_chunk_before for values from ('1') to (maxvalue);
alter table notification_receipt rename to notification_receipt_before;
alter table notification_receipt_by_month rename to notification_receipt;
alter table notification_receipt attach partition notification_receipt_before for values from ('1') to (maxvalue);
select make_month(to_char((now() at time zone 'UTC') + make_interval(months => ahead), 'YYYYMM')) from generate_series(0, 2) ahead;
