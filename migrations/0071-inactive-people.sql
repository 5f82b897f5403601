-- Owners and drivers have a status. Those that were paid can't be deleted; they become inactive (SPEC V10). Migration
-- 0073 creates the table payouts.
alter table owners add column status text not null default 'active',
  add constraint owners_status_check check (status in ('active', 'inactive'));
alter table drivers add column status text not null default 'active',
  add constraint drivers_status_check check (status in ('active', 'inactive'));

create function guard_used_payee() returns trigger language plpgsql as $$
declare
  key text := tg_argv[0] || ':' || old.id;
begin
  if account_is_there(old.user_id) and (
      exists (select from billing where user_id = old.user_id and payee = key)
      or exists (select from deduction_rules
        where user_id = old.user_id and payee_key(owner_id, driver_id, truck_id) = key)
      or exists (select from payouts where user_id = old.user_id and payee = key)) then
    raise exception '% has settlements, balances or payments', key
      using errcode = 'foreign_key_violation', constraint = 'used_payee';
  end if;
  return old;
end $$;

create trigger owners_guard_used_payee before delete on owners
  for each row execute function guard_used_payee('owner');
create trigger drivers_guard_used_payee before delete on drivers
  for each row execute function guard_used_payee('driver');
