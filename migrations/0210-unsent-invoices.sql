-- Whether an invoice's mail waits for the mail server or may have been sent, for the list of invoices (SPEC C246).
create function is_mail_waiting(account uuid, invoice bigint) returns boolean language sql stable as $$
  select exists (select from invoice_sendings as sending
      join mail_subjects as part on part.user_id = account and part.subject = 'invoice_sendings' and part.record_id = sending.id
      join mails on mails.user_id = account and mails.id = part.mail_id
    where sending.user_id = account and sending.invoice_id = invoice and sending.sent_on is null and sending.undone_on is null
      and mails.state in ('queued', 'sending', 'unknown'))
$$;

-- A packet that is mailed to a factor counts as sent like one that is mailed to a broker (SPEC C248).
alter table invoice_sendings drop constraint invoice_sendings_mail_check;
alter table invoice_sendings add constraint invoice_sendings_mail_check
  check (sent_on is not null or channel in ('mail', 'factor'));
