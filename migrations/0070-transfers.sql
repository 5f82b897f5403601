-- A transfer to another payee records its reason (SPEC C10). Transfers of earlier versions have none.
alter table expenses add column transfer_reason text,
  add constraint expenses_transfer_reason_check check (transfer_reason is null or taken_over);

create function guard_transfer_reason() returns trigger language plpgsql as $$
begin
  raise exception 'a transfer has a reason' using errcode = 'check_violation', constraint = 'expenses_transfer_reason';
end $$;

create trigger expenses_guard_transfer_reason before insert on expenses
  for each row when (new.taken_over and new.transfer_reason is null) execute function guard_transfer_reason();

-- Only an advance, loan or escrow of one truck names its payee.
alter table deduction_rules add constraint deduction_rules_driver_check
  check (driver_id is null or truck_id is not null and balance <> 'none');
