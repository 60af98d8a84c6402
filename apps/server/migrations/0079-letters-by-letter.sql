-- keep_search_words runs without sequential scans, and this table had no index. Before version 18 PostgreSQL adds ten billion to the cost of a
-- scan that it cannot avoid: with JIT it then compiled the statement for each name that was written, 40 ms every time.
create index search_letter_by_letter on search_letter (letter);
