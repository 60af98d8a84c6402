-- One document: it is read as a whole, and its lists are replaced as a whole (A-108).
create table settings (
  the_only boolean primary key default true check (the_only),
  document jsonb not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text
);
create trigger content_changed after insert or update or delete or truncate on settings for each statement execute function content_changed();

create or replace view file_reference as
  select unnest(array[
    prev_image, file, progress_bar_e_bon_lvl1_image, progress_bar_e_bon_lvl2_image, progress_bar_e_bon_lvl3_image,
    regulation1_file, regulation2_file, regulation3_file
  ]) as reference from content
  union all select image from notification
  union all select unnest(array[
    document ->> 'appLogo', document #>> '{loyalty,mainBanner}', document #>> '{loyalty,regulations,0,file}', document #>> '{loyalty,regulations,1,file}'
  ]) from settings;
