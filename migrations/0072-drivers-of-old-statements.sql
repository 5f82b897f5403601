-- Statements of earlier versions whose driver the records do not tell: a user names the driver once (SPEC C10).
create index billing_without_payee_idx on billing (user_id, id)
  where owner_id is null and driver_id is null and status in ('approved', 'paid');

-- What the statement's recurring deductions deducted becomes the driver's.
create function touch_named_driver() returns trigger language plpgsql as $$
begin
  insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
    select line.user_id, rule_id, line.truck_id, moved.payee, moved.sign * sum(line.amount), moved.sign * count(*)
    from expenses as line cross join (values (old.payee, -1), (new.payee, 1)) as moved (payee, sign)
    where line.user_id = new.user_id and line.billing_id = new.id and rule_id is not null
    group by line.user_id, rule_id, line.truck_id, moved.payee, moved.sign
    on conflict (user_id, rule_id, truck_id, payee)
      do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
    and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
  return null;
end $$;

create trigger billing_touch_named_driver after update of driver_id on billing
  for each row when (old.status in ('approved', 'paid') and old.payee <> new.payee)
  execute function touch_named_driver();
