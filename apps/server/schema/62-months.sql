-- Months: `notification_receipt` and `fan_out_chunk` have a partition for each month. An id begins with 0 and its month, as in
-- 0202611. Data is deleted by dropping partitions (OPS-06, decision 84).

-- Gives the roles that have privileges on the second table the same privileges on the first.
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

-- Makes the missing partitions of a month such as 202611, and returns true if it did. Does nothing if rows of the month are in the
-- default partition already. The lock timeout limits how long others wait.
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

-- Drops the partition of a month, whose sums were added in the same transaction. Raises an error if the data is still needed. Retries
-- while others read it.
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

-- Both run as the owner of the tables, so that processes that own nothing can make and drop months. Only roles that may delete
-- receipts may call them.
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

-- This month and the next two.
select make_month(to_char((now() at time zone 'UTC') + make_interval(months => ahead), 'YYYYMM')) from generate_series(0, 2) ahead;
