-- No payment needs a decision since version 1.0.0: a void statement asks at once where its money is.

do $$
declare
  open_payments text;
begin
  select string_agg(distinct id::text, ', ') into open_payments from (
    select id from payouts where needs_decision
    union select payout_id from payout_parts where ended = 'undecided') as waiting;
  if open_payments is not null then
    raise exception 'Payments % wait for a decision that version 1.0.0 asks for. Start version 1.0.0, decide, then update.', open_payments;
  end if;
end $$;

drop index billing_without_payee_idx;
drop index payouts_unapplied_idx;
alter table payouts drop constraint payouts_reversal_check;
alter table payouts drop column unapplied;
alter table payouts drop column state;
alter table payouts drop column needs_decision;
alter table payouts add column unapplied numeric(14,2) not null generated always as (case when kind = 'settlement' and reversal is null then amount - applied - closed else 0::numeric end) stored;
alter table payouts add column state text not null generated always as (case when reversal is not null then 'reversed' when kind = 'settlement' and amount > (applied + closed) then 'unapplied' else 'posted' end) stored;
alter table payouts add constraint payouts_reversal_check check ((num_nonnulls(reversed_on, reversal, reversal_reason) = any (array[0, 3])) and (reversal is null or (reversal = any (array['never cashed', 'returned', 'reissued']))) and (reversal is null or applied = 0::numeric and closed = 0::numeric));
create index payouts_unapplied_idx on payouts (user_id, payee) where unapplied > 0::numeric;

alter table payout_parts drop constraint payout_parts_ended_check;
alter table payout_parts add constraint payout_parts_ended_check check ((ended is null) = (ended_at is null) and (ended is null or (ended = any (array['reversed', 'kept']))));

-- Payments are posted once. Later only a reversal and the kept sums are written.
create or replace function guard_payout() returns trigger language plpgsql as $$
declare
  free text[] := array['payee', 'state', 'unapplied', 'applied', 'closed', 'version', 'updated_at', 'reference', 'note'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'payouts_posted: payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
    end if;
    return old;
  end if;
  if old.reversal is null then free := free || array['reversed_on', 'reversal', 'reversal_reason']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception 'payouts_posted: payment % is posted', old.id using errcode = 'check_violation', constraint = 'payouts_posted';
  end if;
  if new.reference is distinct from old.reference then
    perform from account_map where user_id = new.user_id for no key update;
    if is_payment_exported(old.user_id, old.id) then
      raise exception 'payouts_exported: payment % was exported', old.id using errcode = 'check_violation', constraint = 'payouts_exported';
    end if;
  end if;
  return new;
end $$;

create or replace function guard_payout_part() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'payout_parts_posted: part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
    end if;
    return old;
  end if;
  if old.ended is null then free := free || array['ended', 'ended_at']; end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free or old.ended is not null and new.ended is null then
    raise exception 'payout_parts_posted: part % is posted', old.id using errcode = 'check_violation', constraint = 'payout_parts_posted';
  end if;
  return new;
end $$;

-- Keeps the statement's status and payment, and the payment's sum of parts. The last payment by day is the one that
-- a statement shows.
create or replace function touch_paid_statement() returns trigger language plpgsql as $$
declare
  stated billing;
  paid payouts;
  covered numeric;
  used numeric;
begin
  select * into stated from billing where user_id = new.user_id and id = new.billing_id for no key update;
  select * into paid from payouts where user_id = new.user_id and id = new.payout_id for no key update;
  if stated.payee <> paid.payee then
    raise exception 'payout_parts_payee: another payee' using errcode = 'check_violation', constraint = 'payout_parts_payee';
  end if;
  if new.ended is null and (stated.status not in ('approved', 'paid') or paid.reversal is not null
      or paid.kind <> 'settlement') then
    raise exception 'payout_parts_open: nothing to pay' using errcode = 'check_violation', constraint = 'payout_parts_open';
  end if;
  select coalesce(sum(amount), 0) into used from payout_parts
    where user_id = new.user_id and payout_id = new.payout_id and ended is null;
  if used <> paid.applied then
    update payouts set applied = used, version = version + 1, updated_at = now()
      where user_id = new.user_id and id = new.payout_id;
  end if;
  select coalesce(sum(amount), 0) into covered from payout_parts
    where user_id = new.user_id and billing_id = new.billing_id and ended is null;
  if covered = stated.paid_amount then return null; end if;
  if stated.status = 'void' then
    update billing set paid_amount = covered where user_id = new.user_id and id = new.billing_id;
    return null;
  end if;
  if covered > stated.net_payment then
    raise exception 'payout_parts_net: payments of % for a net of %', covered, stated.net_payment
      using errcode = 'check_violation', constraint = 'payout_parts_net';
  end if;
  if covered < stated.net_payment then
    paid := null;
  else
    select payment.* into paid from payout_parts as part
        join payouts as payment on payment.user_id = part.user_id and payment.id = part.payout_id
      where part.user_id = new.user_id and part.billing_id = new.billing_id and part.ended is null
      order by payment.paid_on desc, payment.id desc limit 1;
  end if;
  update billing set status = case when paid.id is null then 'approved' else 'paid' end, paid_amount = covered,
      paid_on = paid.paid_on, payment_method = paid.method, payment_reference = paid.reference,
      version = version + 1, updated_at = now()
    where user_id = new.user_id and id = new.billing_id;
  return null;
end $$;
