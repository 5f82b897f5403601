-- A sending by mail counts from the day on which the mail server has taken all its mails (SPEC C181).
create function touch_mailed_sending() returns trigger language plpgsql as $$
declare
  sending record;
begin
  for sending in select id, asked_on, created_at from invoice_sendings
      where user_id = new.user_id and sent_on is null and undone_on is null
        and id in (select record_id from mail_subjects
          where user_id = new.user_id and mail_id = new.id and subject = 'invoice_sendings')
      order by id for no key update loop
    if not exists (select from mail_subjects as part join mails on mails.user_id = new.user_id and mails.id = part.mail_id
        where part.user_id = new.user_id and part.subject = 'invoice_sendings' and part.record_id = sending.id
          and mails.state <> 'sent') then
      -- The account's day, which is not the server's, and the days that the mail has waited.
      update invoice_sendings set sent_on = sending.asked_on
          + greatest(0, (new.sent_at at time zone 'UTC')::date - (sending.created_at at time zone 'UTC')::date),
          version = version + 1, updated_at = now()
        where user_id = new.user_id and id = sending.id;
    end if;
  end loop;
  return null;
end $$;
create trigger mails_touch_mailed_sending after update of state on mails
  for each row when (new.state = 'sent' and old.state <> 'sent') execute function touch_mailed_sending();
