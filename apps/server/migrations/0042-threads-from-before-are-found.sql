insert into thread_message_found select * from thread_message_to_find on conflict do nothing;
update thread_count set messages = messages + 1 where part = 0;
