-- A mail keeps its claim when it is lost: if the sender that held it comes back with the mail server's answer, the answer counts.
alter table mails drop constraint mails_claim_check;
alter table mails add constraint mails_claim_check check (state <> 'sending' or (claim is not null and claimed_until is not null));
