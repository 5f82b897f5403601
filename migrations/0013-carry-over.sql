-- What a settlement cannot pay is carried to the truck's next one (SPEC C4): out of the one as a credit
-- that makes its net 0, into the other as a deduction of the same amount. So no sum counts it twice.

alter table expenses
  add column carried_from bigint,
  drop constraint expenses_kind_check,
  add constraint expenses_kind_check check (kind in
    ('plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'correction')),
  add constraint expenses_carry_check check (
    (kind = 'carry-in') = (carried_from is not null)
    and (kind <> 'carry-in' or amount > 0) and (kind <> 'carry-out' or amount < 0)),
  add constraint expenses_carried_from_fkey foreign key (user_id, carried_from)
    references billing (user_id, id);

-- What carries out carries in once.
create unique index expenses_carry_out_key on expenses (user_id, billing_id) where kind = 'carry-out';
create unique index expenses_carry_in_key on expenses (user_id, carried_from)
  where kind = 'carry-in' and not voided;

create function keep_carry() returns trigger language plpgsql as $$
begin
  if new.kind = 'carry-in' and not new.voided and not exists (
      select from expenses as out where out.user_id = new.user_id and out.billing_id = new.carried_from
        and out.kind = 'carry-out' and not out.voided
        and out.truck_id = new.truck_id and out.amount = -new.amount) then
    raise exception 'nothing of this amount was carried out'
      using errcode = 'check_violation', constraint = 'expenses_carry_in';
  end if;
  return null;
end $$;
create trigger expenses_carry after insert or update on expenses
  for each row execute function keep_carry();
