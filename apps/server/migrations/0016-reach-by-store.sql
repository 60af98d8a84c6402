-- Estimates over a million phones read the index alone: reachable phones with their main store.
create index device_reachable_by_store on device (seq) include (main_store_id) where push_value is not null;
drop index device_reachable;
alter index device_reachable_by_store rename to device_reachable;
