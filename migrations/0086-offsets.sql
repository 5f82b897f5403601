-- Offsets between the statements of one payee in one work week (SPEC C24). The setting is the payee's.
alter table owners add column offset_trucks text not null default 'no',
  add constraint owners_offset_trucks_check check (offset_trucks in ('no', 'yes'));
alter table drivers add column offset_trucks text not null default 'no',
  add constraint drivers_offset_trucks_check check (offset_trucks in ('no', 'yes'));

-- An offset is a pair of lines: a charge on the statement with the positive net, a credit of the same amount on the one
-- with the negative net. Each line names the other statement.
alter table expenses
  add column offset_with bigint,
  add constraint expenses_offset_with_fkey foreign key (user_id, offset_with) references billing (user_id, id),
  add constraint expenses_offset_check check ((kind = 'offset') = (offset_with is not null)
    and (kind <> 'offset' or category = 'other' and amount <> 0 and offset_with <> billing_id));
create unique index expenses_offset_key on expenses (user_id, offset_with, billing_id) where offset_with is not null;

-- No net crosses zero because of an offset.
create function guard_offset() returns trigger language plpgsql as $$
declare
  net numeric;
begin
  select net_payment into net from billing where user_id = new.user_id and id = new.billing_id;
  if net * sign(new.amount) < 0 then
    raise exception 'an offset of % leaves a net of %', new.amount, net
      using errcode = 'check_violation', constraint = 'expenses_offset_net';
  end if;
  return null;
end $$;

create trigger expenses_5_guard_offset after insert or update of amount, kind, billing_id on expenses
  for each row when (new.kind = 'offset') execute function guard_offset();

-- Checked when the transaction ends: both lines are written, and both statements are approved or both are void.
create function guard_offset_pair() returns trigger language plpgsql as $$
begin
  if exists (select from expenses as line
        join billing as here on here.user_id = line.user_id and here.id = line.billing_id
      where line.user_id = new.user_id and line.id = new.id and line.kind = 'offset'
        and (here.status = 'pending' or line.voided <> (here.status = 'void') or not exists (
          select from expenses as other
            join billing as there on there.user_id = other.user_id and there.id = other.billing_id
          where other.user_id = new.user_id and other.billing_id = line.offset_with and other.kind = 'offset'
            and other.offset_with = line.billing_id and other.amount = -line.amount and other.voided = line.voided
            and there.payee = here.payee and there.start_date = here.start_date))) then
    raise exception 'an offset without its other half'
      using errcode = 'check_violation', constraint = 'expenses_offset_pair';
  end if;
  return null;
end $$;

create constraint trigger expenses_guard_offset_pair after insert or update on expenses
  deferrable initially deferred
  for each row when (new.kind = 'offset') execute function guard_offset_pair();
