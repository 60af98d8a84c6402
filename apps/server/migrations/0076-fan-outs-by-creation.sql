-- A worker that counts pushes of a week goes on where it was (decision 111).
create index fan_out_by_creation on fan_out (created_at);
