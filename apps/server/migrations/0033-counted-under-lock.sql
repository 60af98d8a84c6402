-- 0025 and 0029 counted before their triggers were there: what was written in between by nodes that went on serving was counted by neither.
lock table thread, notification in share row exclusive mode;

update thread_count set total = 0, asked = 0, changes = changes + 1;
update thread_count set total = counted.total, asked = counted.asked
from (select count(*) as total, count(*) filter (where has_user_message) as asked from thread) counted where part = 0;

update notification_count set total = 0, changes = changes + 1;
insert into notification_count as counted (scope, total, changes)
select coalesce(store_id, ''), count(*), 1 from notification group by 1
on conflict (scope) do update set total = excluded.total;
