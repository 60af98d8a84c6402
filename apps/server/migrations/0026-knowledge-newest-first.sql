-- Knowledge is listed by when it came, newest first (D-46), no longer by its name.
drop index knowledge_by_file;
create index knowledge_newest_first on knowledge (created_at desc, id desc) where deleted_at is null;
