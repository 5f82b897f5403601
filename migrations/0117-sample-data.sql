-- Sample data in an account without records (SPEC C64): which records it consists of. No link to the records: a deleted one
-- can be restored from the trash. The rows go with the sample data, and so do its records in the trash.
create table sample_records (
  user_id uuid not null references users (id) on delete cascade,
  -- A table: drivers, owners, trucks, brokers, dispatchers, loads, deduction_rules or billing.
  name text not null,
  record_id bigint not null,
  primary key (user_id, name, record_id)
);

create function is_sample(account uuid, of_table text, record bigint) returns boolean language sql stable as $$
  select exists (select from sample_records where user_id = account and name = of_table and record_id = record)
$$;

-- Sample money never counts as real: no statement, no payment and no entry of a balance can come from sample data.
create function guard_sample_statement() returns trigger language plpgsql as $$
begin
  if not exists (select from sample_records where user_id = new.user_id) then return new; end if;
  if is_sample(new.user_id, 'billing', new.id) or is_sample(new.user_id, 'trucks', new.truck_id)
    or is_sample(new.user_id, 'owners', new.owner_id) or is_sample(new.user_id, 'drivers', new.driver_id)
    or exists (select from loads where user_id = new.user_id and truck_id = new.truck_id
      and settlement_date = new.settlement_date and is_sample(new.user_id, 'loads', id))
    or exists (select from expenses where user_id = new.user_id and billing_id = new.id
      and is_sample(new.user_id, 'deduction_rules', rule_id))
  then
    raise exception 'settlement % has sample data', new.id using errcode = 'HB003';
  end if;
  return new;
end $$;
create trigger billing_guard_sample_statement before update on billing
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function guard_sample_statement();

create function guard_sample_payment() returns trigger language plpgsql as $$
begin
  if is_sample(new.user_id, 'owners', new.owner_id) or is_sample(new.user_id, 'drivers', new.driver_id)
    or is_sample(new.user_id, 'trucks', new.truck_id) or is_sample(new.user_id, 'deduction_rules', new.rule_id)
  then
    raise exception 'the payee is sample data' using errcode = 'HB003';
  end if;
  return new;
end $$;
create trigger payouts_guard_sample_payment before insert on payouts
  for each row execute function guard_sample_payment();

create function guard_sample_entry() returns trigger language plpgsql as $$
begin
  if is_sample(new.user_id, 'deduction_rules', new.rule_id) or is_sample(new.user_id, 'trucks', new.truck_id) then
    raise exception 'the balance is sample data' using errcode = 'HB003';
  end if;
  return new;
end $$;
create trigger balance_entries_guard_sample_entry before insert on balance_entries
  for each row execute function guard_sample_entry();
