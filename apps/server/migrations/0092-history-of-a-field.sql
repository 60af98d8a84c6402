-- Changes of a field are found by the names of the fields alone. What people changed themselves is found however much the imports wrote beside it (decision 57).
create index history_by_field on history using gin (jsonb_path_query_array(changes, '$.keyvalue().key'));
create index history_by_hand on history (entity, action, at, seq) where actor not in ('import-api', 'import-command') or entity = 'import';
