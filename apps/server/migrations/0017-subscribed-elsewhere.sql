-- A subscription to the phone's own main store adds nobody to an audience that counts main stores anyway, and most are
-- such; an estimate reads the others alone. True is always right, only slower.
alter table device_subscription add column elsewhere boolean not null default true;

create function note_elsewhere() returns trigger language plpgsql as $$
begin
  -- Locked, so that the main store stays what it is until this row can be seen.
  select main_store_id is distinct from new.store_id into new.elsewhere from device where seq = new.device_seq for share;
  new.elsewhere := coalesce(new.elsewhere, true);
  return new;
end
$$;
create trigger note_elsewhere before insert on device_subscription for each row execute function note_elsewhere();

create function note_main_store() returns trigger language plpgsql as $$
begin
  update device_subscription set elsewhere = store_id is distinct from new.main_store_id
  where device_seq = new.seq and elsewhere is distinct from (store_id is distinct from new.main_store_id);
  return null;
end
$$;
create trigger note_main_store after update of main_store_id on device for each row
  when (old.main_store_id is distinct from new.main_store_id) execute function note_main_store();

update device_subscription s set elsewhere = false from device d where d.seq = s.device_seq and d.main_store_id = s.store_id;
create index device_subscription_elsewhere on device_subscription (store_id, device_seq) where elsewhere;
