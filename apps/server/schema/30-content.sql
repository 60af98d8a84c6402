-- An item of content. Each field of the contract has a column of the same name (`E` and `EANs` are split into letters, so that
-- names map back).
create table content (
  id text primary key,
  content_type text not null check (content_type in ('leaflet', 'promoCode', 'oneTimePromoCode', 'premiumPromoCode', 'banner', 'youtube',
    'regulation', 'navigation', 'progressBar', 'interPunktyPromo', 'interKupon')),
  name text not null,
  title text,
  navigation_tab text,
  navigation_type text,
  disabled boolean not null,
  url text,
  tab text,
  prev_image text not null,
  file text,
  progress_bar_e_bon_lvl1_image text,
  progress_bar_e_bon_lvl2_image text,
  progress_bar_e_bon_lvl3_image text,
  description text,
  progress_bar_info_text text,
  header_text text,
  info_text text,
  coupon_instructions_text text,
  pinned boolean not null,
  hidden_on_start boolean not null,
  signature_hidden boolean not null,
  clickable_when_future boolean not null,
  version text not null,
  segments text[] not null,
  promo_threshold_id text,
  promo_threshold numeric(11, 2),
  discount_value numeric(5, 2),
  discount_value_type text check (discount_value_type in ('cash', 'percentage')),
  min_basket_value integer check (min_basket_value between 1 and 999),
  discount_type integer check (discount_type in (1, 2)),
  regulation1_name text,
  regulation1_file text,
  regulation2_name text,
  regulation2_file text,
  regulation3_name text,
  regulation3_file text,
  one_time_coupon_header_step1 text,
  one_time_coupon_footer_step1 text,
  one_time_coupon_header_step2 text,
  one_time_coupon_footer_step2 text,
  dates_info_text text,
  ean text,
  product_e_a_ns text[] not null,
  product_group text,
  include_store_type text not null check (include_store_type in ('', 'all', 'contact', 'super', 'generalist')),
  publication_start timestamptz,
  publication_end timestamptz,
  validity_start timestamptz,
  validity_end timestamptz,
  include_stores text[] not null,
  exclude_stores text[] not null,
  include_store_groups text[] not null,
  exclude_store_groups text[] not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  deleted_at timestamptz,
  names_folded text not null generated always as (folded(name || chr(10) || coalesce(title, ''))) stored,
  check (publication_start <= publication_end),
  check (validity_start <= validity_end),
  -- A file is never shown without a name (§5).
  check (regulation1_file is null or regulation1_name is not null),
  check (regulation2_file is null or regulation2_name is not null),
  check (regulation3_file is null or regulation3_name is not null)
);
-- Each order of the list has an index for both directions, which holds the filters too: no page reads the table (decision 31).
create index content_by_start on content (publication_start desc nulls last, id)
  include (content_type, publication_end) where deleted_at is null;
create index content_by_start_oldest on content (publication_start, id) include (content_type, publication_end) where deleted_at is null;
create index content_by_end on content (publication_end desc nulls last, id)
  include (content_type, publication_start) where deleted_at is null;
create index content_by_end_oldest on content (publication_end, id) include (content_type, publication_start) where deleted_at is null;
create index content_by_name on content (name collate "pl-x-icu", id)
  include (content_type, publication_start, publication_end) where deleted_at is null;
create index content_by_name_last on content (name collate "pl-x-icu" desc, id)
  include (content_type, publication_start, publication_end) where deleted_at is null;
create index content_by_names on content using gin (names_folded gin_trgm_ops) where deleted_at is null;
-- Finds content by the beginning of its title (EDIT-04).
create index content_by_title on content (folded(title) text_pattern_ops) where deleted_at is null;
-- Finds the items that name a store or a group. Items may name hundreds of stores each, which are stored out of line.
create index content_by_aim on content using gin (include_stores, exclude_stores, include_store_groups, exclude_store_groups)
  where deleted_at is null;

-- Filters of the content list that a person saved. The row without a name holds the last used filters (EDIT-07).
create table content_view (
  id text primary key,
  person text not null,
  name text,
  filters jsonb not null,
  unique nulls not distinct (person, name)
);
