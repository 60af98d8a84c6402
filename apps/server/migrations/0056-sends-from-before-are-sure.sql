-- Looks at every row beside those who write.
alter table fan_out_chunk validate constraint fan_out_chunk_is_before;
alter table notification_receipt validate constraint notification_receipt_is_before;
