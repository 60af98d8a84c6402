create index history_by_item on history (entity, entity_id, at, seq);
drop index history_by_entity;
