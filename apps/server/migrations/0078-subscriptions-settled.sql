-- Whether stores that a phone lost stay lost (E-01, decision 127): its owner has sent a list to a version that deletes no more than the list says,
-- or the upkeep gave the stores back. The version before does not write it, so what that deletes stays false.
alter table device add column subscriptions_settled boolean not null default false;
