-- An approval names the version that it was given for, and a correction is approved again (E-03, decision 138).
alter table send_approval
  -- The revision of the notification that was decided on. Empty: undecided, or decided before this column existed.
  add column revision integer,
  -- The devices that its person reaches within 24 hours without approval, where only these were too many (E-04).
  add column together integer;
-- Who sent it, or whose plan it was (E-04). Empty: the person who wrote the notification.
alter table fan_out add column started_by text;
alter table notification
  -- The revision that last changed title, text, link or image. Empty: none did since this column exists.
  add column text_revision integer;

-- Whoever writes, the version before included: another text is another revision.
create function note_text_revision() returns trigger language plpgsql as $$
begin
  if new.revision = old.revision then
    new.revision := old.revision + 1;
  end if;
  new.text_revision := new.revision;
  return new;
end $$;
create trigger text_has_a_revision before update of title, content, url, image on notification
  for each row when ((old.title, old.content, old.url, old.image) is distinct from (new.title, new.content, new.url, new.image))
  execute function note_text_revision();

create function note_decided_revision() returns trigger language plpgsql as $$
begin
  new.revision := case when new.decision is not null then (select n.revision from notification n where n.id = new.notification_id) end;
  return new;
end $$;
create trigger decision_names_a_revision before insert or update of decision on send_approval
  for each row execute function note_decided_revision();

-- A correction that another administrator is asked for. It is deleted once it is approved (then it is the text of the notification), withdrawn or overtaken.
create table asked_correction (
  notification_id text primary key references notification,
  title text not null,
  content text not null,
  url text,
  image text,
  asked_by text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Phones that had the message, or were still to get it, when it was asked for.
  devices integer not null,
  -- Who declined it, and why.
  decided_by text,
  decided_at timestamptz,
  word text,
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (word is null)),
  -- Nobody decides on what is their own.
  check (decided_by <> asked_by)
);
