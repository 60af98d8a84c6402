-- How many times the assistant called its model on each day in Warsaw. All processes share one budget a day, since each call costs money (decision 0016).
create table assistant_model_day (
  day date primary key,
  calls integer not null
);
