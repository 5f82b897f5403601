-- A mail that the mail server accepted for some of its addresses and refused for others (SPEC C250). It keeps its text and files
-- until a person decides, and is tried again only for those that were refused.
alter table mails add column open_recipients text constraint mails_open_recipients_check
  check (open_recipients <> '' and open_recipients !~ '[[:cntrl:]]');
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'sending', 'sent', 'partly', 'failed', 'unknown', 'canceled'));
alter table mails add constraint mails_partly_check
  check (state <> 'partly' or num_nulls(open_recipients, refused, sent_at) = 0);
drop index mails_open_idx;
create index mails_open_idx on mails (user_id, id) where state in ('queued', 'sending', 'partly', 'failed', 'unknown');

create or replace function is_mail_waiting(account uuid, invoice bigint) returns boolean language plpgsql stable as $$
begin
  return (select exists (select from invoice_sendings as sending
      join mail_subjects as part on part.user_id = account and part.subject = 'invoice_sendings' and part.record_id = sending.id
      join mails on mails.user_id = account and mails.id = part.mail_id
    where sending.user_id = account and sending.invoice_id = invoice and sending.sent_on is null and sending.undone_on is null
      and mails.state in ('queued', 'sending', 'partly', 'unknown')));
end $$;
