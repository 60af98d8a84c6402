-- The id of a message in answers: random, because `seq` counts the messages of the whole chain, and phones read it. Empty: the message is older than this column and
-- keeps the number that was its id.
alter table thread_message add column id text;
