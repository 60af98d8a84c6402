-- What names a store or a group is found by the lists themselves, and so is what a day sheet shows: a third of a chain's items names hundreds
-- of stores each, which lie beside the row and were read for every question.
create index content_by_aim on content using gin (include_stores, exclude_stores, include_store_groups, exclude_store_groups)
  where deleted_at is null;
