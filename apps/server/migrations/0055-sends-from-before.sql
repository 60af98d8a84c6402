-- Receipts and chunks will lie in parts by month (OPS-06, decision 84). What is there becomes the part of all sends from before: no id of theirs
-- begins with 0, as those of a month do. Said here, found true in the next step, so that the last one need not look at any row.
alter table fan_out_chunk add constraint fan_out_chunk_is_before check (notification_id >= '1') not valid;
alter table notification_receipt add constraint notification_receipt_is_before check (notification_id >= '1') not valid;
