-- A product recall or another danger: nothing holds it back, and it goes before everything else (CARE-05, decision 117).
alter table notification add column safety boolean not null default false;
