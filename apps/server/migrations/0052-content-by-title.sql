-- EDIT-04: content is found by the beginning of its title as it is by that of its name.
create index content_by_title on content (folded(title) text_pattern_ops) where deleted_at is null;
