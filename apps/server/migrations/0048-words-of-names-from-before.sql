insert into search_word (kind, word)
  select distinct kind, one from search_entry, regexp_split_to_table(folded, '[^[:alnum:]]+') one where length(one) >= 3;
insert into search_letter (letter) select distinct one from search_word, regexp_split_to_table(word, '') one;
analyze search_word;
