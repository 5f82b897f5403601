-- Whom an approved settlement pays (SPEC C9). No link: the owner may be deleted, what was paid stays.
alter table billing add column owner_id bigint;
create index billing_paid_on_idx on billing (user_id, paid_on) where paid_on is not null;
