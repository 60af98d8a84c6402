-- The name that a file had where it was uploaded last; empty for uploads before this version.
alter table stored_file add column uploaded_as text;
