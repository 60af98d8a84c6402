-- Every upload, so that the same bytes are kept once and what nobody refers to can be swept.
create table stored_file (
  name text primary key,
  content_hash bytea not null,
  bytes bigint not null,
  uploaded_by text not null,
  -- When somebody last uploaded these bytes.
  asked_at timestamptz not null,
  -- Nobody refers to it any more: its bytes are being removed, and nobody may begin to.
  leaving boolean not null default false
);
create unique index stored_file_by_content on stored_file (content_hash) where not leaving;
create index stored_file_by_age on stored_file (asked_at);

-- Whatever keeps a file. A feature with references of its own adds them here in its migration.
create view file_reference as
  select unnest(array[
    prev_image, file, progress_bar_e_bon_lvl1_image, progress_bar_e_bon_lvl2_image, progress_bar_e_bon_lvl3_image,
    regulation1_file, regulation2_file, regulation3_file
  ]) as reference from content
  union all select image from notification;
