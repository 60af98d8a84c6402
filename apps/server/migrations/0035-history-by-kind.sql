-- Pages of the history are found by indexes alone, whatever is asked (decision 57). One file each: writers wait for one of them at most.
create index history_by_kind on history (entity, action, at, seq);
