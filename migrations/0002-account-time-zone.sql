-- An account has a time zone: "today" is its day (SPEC C460).

alter table team_settings add column time_zone text;

alter table billing add column voided_on date;

drop index billing_voided_day_idx;

create index billing_voided_day_idx on billing (user_id, coalesce(voided_on, (voided_at at time zone 'utc')::date)) where voided_at is not null;

drop index receivable_entries_ahead_idx;

create index receivable_entries_ahead_idx on receivable_entries (user_id, day) include (invoice_id) where day > ((created_at at time zone 'UTC') - '12:00:00'::interval)::date;

create function account_day(zone text, instant timestamptz) returns date language plpgsql immutable as $$
begin
  return (instant at time zone coalesce(zone, 'UTC'))::date;
exception when invalid_parameter_value then
  return (instant at time zone 'UTC')::date;
end $$;

drop function follow_due_invoices(date, integer);

create function follow_due_invoices(instant timestamptz, most integer) returns integer language plpgsql as $$
declare
  due record;
  behind bigint[];
  done integer := 0;
begin
  for due in select bill.user_id, account_day(team.time_zone, instant) as today, array_agg(distinct load.id) as load_ids
    from invoices as bill
      join invoice_loads as billed on billed.user_id = bill.user_id and billed.invoice_id = bill.id and billed.standing
      join loads as load on load.user_id = bill.user_id and load.id = billed.load_id
        and load.payment_status = 'pending' and not load.payment_status_by_hand
      left join team_settings as team on team.user_id = bill.user_id
    where bill.open_amount > 0 and bill.due_on < account_day(team.time_zone, instant)
    group by bill.user_id, team.time_zone limit most loop
    perform follow_loads(due.user_id, due.load_ids, due.today);
    done := done + 1;
  end loop;
  for due in select ahead.user_id, account_day(team.time_zone, instant) as today, array_agg(distinct ahead.invoice_id) as invoice_ids
    from (select user_id, invoice_id, day from receivable_entries
        where day > ((created_at at time zone 'UTC') - interval '12 hours')::date
      union select entry.user_id, entry.invoice_id, deposit.day from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where deposit.day > ((deposit.created_at at time zone 'UTC') - interval '12 hours')::date
      union select entry.user_id, entry.invoice_id, deposit.voided_on from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = entry.user_id and deposit.id = entry.deposit_id
        where deposit.voided_on > ((deposit.updated_at at time zone 'UTC') - interval '12 hours')::date) as ahead
      left join team_settings as team on team.user_id = ahead.user_id
    where ahead.invoice_id is not null
      and ahead.day between account_day(team.time_zone, instant) - 60 and account_day(team.time_zone, instant)
    group by ahead.user_id, team.time_zone loop
    exit when done = most;
    behind := find_loads_behind(due.user_id, due.invoice_ids, due.today);
    continue when behind is null;
    perform follow_loads(due.user_id, behind, due.today);
    done := done + 1;
  end loop;
  return done;
end $$;

create or replace function guard_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['total_expenses', 'net_payment', 'week_number', 'week_year', 'payee'];
  free text[] := computed || array['statement_url', 'version', 'updated_at', 'paid_amount'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 'pending' and account_is_there(old.user_id) then
      perform refuse_frozen('statement ' || old.number);
    end if;
    return old;
  end if;
  if old.status = 'pending' then
    if new.status not in ('pending', 'approved') then perform refuse_frozen('the order of states'); end if;
    return new;
  end if;
  if old.status in ('approved', 'paid') and new.status in ('approved', 'paid') then
    free := free || array['status', 'paid_on', 'payment_method', 'payment_reference'];
  elsif old.status in ('approved', 'paid') and new.status = 'void' then
    free := free || array['status', 'voided_at', 'voided_on', 'void_reason'];
    -- The day decides about a closed month, so it can't be another one.
    if new.voided_on is null or abs(new.voided_on - (new.voided_at at time zone 'utc')::date) > 1
        or new.voided_at not between now() - interval '1 day' and now() + interval '1 day' then
      perform refuse_frozen('the day of the void');
    end if;
  elsif new.status <> old.status then
    perform refuse_frozen('the order of states');
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;

create or replace function touch_closed_voids() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
begin
  perform add_closed_change(new.user_id, tg_argv[0], changed,
    coalesce((changed ->> tg_argv[1])::date, ((changed ->> 'voided_at')::timestamptz at time zone 'utc')::date),
    (changed ->> tg_argv[2])::numeric, false);
  return null;
end $$;

drop trigger billing_touch_closed_voids on billing;

create trigger billing_touch_closed_voids after update of status on billing
  for each row when (old.status <> 'void' and new.status = 'void') execute function touch_closed_voids('settlement-void', 'voided_on', 'net_payment');

create or replace function touch_mailed_sending() returns trigger language plpgsql as $$
declare
  sending record;
  zone text;
  waited integer;
begin
  zone := (select time_zone from team_settings where user_id = new.user_id);
  for sending in select id, asked_on, created_at from invoice_sendings
      where user_id = new.user_id and sent_on is null and undone_on is null
        and id in (select record_id from mail_subjects
          where user_id = new.user_id and mail_id = new.id and subject = 'invoice_sendings')
      order by id for no key update loop
    if not exists (select from mail_subjects as part join mails on mails.user_id = new.user_id and mails.id = part.mail_id
        where part.user_id = new.user_id and part.subject = 'invoice_sendings' and part.record_id = sending.id
          and mails.state <> 'sent') then
      -- The day on which it was asked for, and the days that the mail has waited.
      waited := greatest(0, account_day(zone, new.sent_at) - account_day(zone, sending.created_at));
      update invoice_sendings set sent_on = sending.asked_on + waited, version = version + 1, updated_at = now()
        where user_id = new.user_id and id = sending.id;
    end if;
  end loop;
  return null;
end $$;

drop index receipts_reference_idx;

create index receipts_reference_idx on receipts (user_id, lower(reference), broker_id) where reference is not null;
