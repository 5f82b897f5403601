-- Sample money never counts as real (SPEC C64): neither through an adjustment for a sample load, nor through the payee of an
-- entry.
create or replace function guard_sample_statement() returns trigger language plpgsql as $$
begin
  if not exists (select from sample_records where user_id = new.user_id) then return new; end if;
  if is_sample(new.user_id, 'billing', new.id) or is_sample(new.user_id, 'trucks', new.truck_id)
    or is_sample(new.user_id, 'owners', new.owner_id) or is_sample(new.user_id, 'drivers', new.driver_id)
    or exists (select from loads where user_id = new.user_id and truck_id = new.truck_id
      and settlement_date = new.settlement_date and is_sample(new.user_id, 'loads', id))
    or exists (select from adjusted_loads where user_id = new.user_id and billing_id = new.id
      and is_sample(new.user_id, 'loads', load_id))
    or exists (select from expenses where user_id = new.user_id and billing_id = new.id
      and (is_sample(new.user_id, 'deduction_rules', rule_id) or is_sample(new.user_id, 'loads', load_id)))
  then
    raise exception 'settlement % has sample data', new.id using errcode = 'HB003';
  end if;
  return new;
end $$;

create or replace function guard_sample_entry() returns trigger language plpgsql as $$
begin
  -- The payee is 'owner:1', 'driver:1' or 'truck:1'. An account has few sample records.
  if is_sample(new.user_id, 'deduction_rules', new.rule_id) or is_sample(new.user_id, 'trucks', new.truck_id)
    or exists (select from sample_records where user_id = new.user_id and name in ('owners', 'drivers', 'trucks')
      and rtrim(name, 's') || ':' || record_id = new.payee)
  then
    raise exception 'the balance is sample data' using errcode = 'HB003';
  end if;
  return new;
end $$;
