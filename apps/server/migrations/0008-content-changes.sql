-- Grows with every write that may change what phones see. Each process compares it with what it has prepared.
create table content_change (
  the_only boolean primary key default true check (the_only),
  number bigint not null default 0
);
insert into content_change default values;

create function content_changed() returns trigger language plpgsql as $$
begin
  update content_change set number = number + 1;
  return null;
end $$;
create trigger content_changed after insert or update or delete or truncate on content for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on store for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on store_group for each statement execute function content_changed();
create trigger content_changed after insert or update or delete or truncate on store_group_member for each statement execute function content_changed();
