-- Charges of a load (SPEC C100-C104): what the broker pays, and the part of it that pays the truck owner. A charge has no
-- link to its load: it survives while the load is in the trash.
create table load_charges (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  load_id bigint not null,
  -- The order on the load.
  number integer not null,
  kind text not null,
  description text,
  quantity numeric,
  rate numeric,
  -- Quantity × rate, rounded once; without them it is typed.
  amount numeric(12, 2) not null,
  owner_share text not null default 'all',
  owner_percent numeric,
  -- The part of the amount that pays the truck owner.
  owner_amount numeric(12, 2) not null,
  bill_to_broker boolean not null default true,
  stop text,
  -- Wall-clock times: "2026-11-20 08:15".
  arrived_at text,
  departed_at text,
  approval text not null default 'not-needed',
  approved_by text,
  approved_on date,
  document_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint load_charges_kind_check check (kind in
    ('line-haul', 'fuel-surcharge', 'detention', 'layover', 'tonu', 'stop-off', 'lumper', 'other')),
  constraint load_charges_decimals_check check (min_scale(quantity) <= 3 and abs(quantity) < 100000000
    and min_scale(rate) <= 4 and abs(rate) < 100000000 and min_scale(owner_percent) <= 4),
  constraint load_charges_amount_check check (case when quantity is null or rate is null
    then quantity is null and rate is null else amount = round(quantity * rate, 2) end),
  constraint load_charges_owner_share_check check (case owner_share
    when 'all' then owner_amount = amount and owner_percent is null
    when 'none' then owner_amount = 0 and owner_percent is null
    when 'percent' then owner_percent between 0 and 100 and owner_amount = round(amount * owner_percent * 0.01, 2)
    when 'amount' then owner_percent is null
    else false end),
  constraint load_charges_owner_percent_check check ((owner_share = 'percent') = (owner_percent is not null)),
  constraint load_charges_stop_check check (stop in ('pickup', 'delivery')),
  constraint load_charges_times_check check (arrived_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$' and departed_at ~ '^\d{4}-\d\d-\d\d \d\d:\d\d$'),
  constraint load_charges_approval_check check (approval in ('not-needed', 'asked', 'approved', 'refused'))
);
create index load_charges_load_id_idx on load_charges (user_id, load_id, number);

-- Kept by triggers: what the broker is billed, and the number of charges. With charges, revenue is the sum of the owner amounts.
alter table loads
  add column billed_total numeric(14, 2) not null default 0,
  add column charge_count integer not null default 0,
  add constraint loads_charge_count_check check (charge_count > 0 or charge_count = 0 and billed_total = 0);

-- The amounts that follow from others.
create function touch_charge_amounts() returns trigger language plpgsql as $$
begin
  if new.quantity is not null and new.rate is not null then
    new.amount := round(new.quantity * new.rate, 2);
  end if;
  new.owner_amount := case new.owner_share
    when 'all' then new.amount
    when 'none' then 0
    when 'percent' then round(new.amount * new.owner_percent * 0.01, 2)
    else new.owner_amount end;
  return new;
end $$;
create trigger load_charges_touch_charge_amounts before insert or update on load_charges
  for each row execute function touch_charge_amounts();

-- A charge belongs to a load of its account, and stays with it. Two people who change the charges of one load wait for each other.
create function guard_charged_load() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.user_id, new.load_id) is distinct from (old.user_id, old.load_id) then
    raise exception 'a charge stays with its load' using errcode = 'check_violation', constraint = 'load_charges_load_id';
  end if;
  perform from loads where user_id = new.user_id and id = new.load_id for no key update;
  if not found and tg_op = 'INSERT' then
    raise exception 'no such load' using errcode = 'foreign_key_violation', constraint = 'load_charges_load_id_fkey';
  end if;
  return new;
end $$;
create trigger load_charges_guard_charged_load before insert or update on load_charges
  for each row execute function guard_charged_load();

create function refresh_charged_load(account uuid, charged bigint) returns void language plpgsql as $$
declare
  charges record;
begin
  -- First: the sums must include what a transaction wrote that this one waits for.
  perform from loads where user_id = account and id = charged for no key update;
  if not found or not account_is_there(account) then return; end if;
  select count(*) as count, coalesce(sum(owner_amount), 0) as owner,
      coalesce(sum(amount) filter (where bill_to_broker), 0) as billed
    into charges from load_charges where user_id = account and load_id = charged;
  update loads
    set revenue = case when charges.count > 0 then charges.owner else revenue end,
      billed_total = charges.billed, charge_count = charges.count, version = version + 1, updated_at = now()
    where user_id = account and id = charged;
end $$;

create function touch_charged_loads() returns trigger language plpgsql as $$
declare
  charged record;
begin
  for charged in select distinct user_id, load_id from changed_rows order by user_id, load_id loop
    perform refresh_charged_load(charged.user_id, charged.load_id);
  end loop;
  return null;
end $$;
create trigger load_charges_touch_charged_loads_insert after insert on load_charges
  referencing new table as changed_rows for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_update after update on load_charges
  referencing new table as changed_rows for each statement execute function touch_charged_loads();
create trigger load_charges_touch_charged_loads_delete after delete on load_charges
  referencing old table as changed_rows for each statement execute function touch_charged_loads();

-- A load that comes back from the trash has its charges again.
create function touch_restored_charges() returns trigger language plpgsql as $$
declare
  account uuid;
  restored bigint;
begin
  for account in select distinct user_id from new_rows loop
    -- "limit 1": by index for each load. The planner would read all charges of the account.
    for restored in select id from new_rows where user_id = account
        and (select true from load_charges where user_id = account and load_id = new_rows.id limit 1) order by id loop
      perform refresh_charged_load(account, restored);
    end loop;
  end loop;
  return null;
end $$;
create trigger loads_touch_restored_charges after insert on loads referencing new table as new_rows
  for each statement execute function touch_restored_charges();

-- Whatever path a change takes: the revenue of a load with charges is their sum. The message has the sum.
create function guard_charged_revenue() returns trigger language plpgsql as $$
declare
  charges record;
begin
  select count(*) as count, coalesce(sum(owner_amount), 0)::numeric(12, 2) as owner,
      coalesce(sum(amount) filter (where bill_to_broker), 0) as billed
    into charges from load_charges where user_id = new.user_id and load_id = new.id;
  if charges.count > 0 and new.revenue <> charges.owner then
    raise exception '%', charges.owner
      using errcode = 'check_violation', constraint = 'loads_charged_revenue', detail = new.load_id;
  end if;
  if (new.charge_count, new.billed_total) is distinct from (charges.count, charges.billed) then
    raise exception 'sums of charges' using errcode = 'check_violation', constraint = 'loads_charge_sums';
  end if;
  return new;
end $$;
create trigger loads_guard_charged_revenue before update on loads for each row
  when ((old.charge_count > 0 or new.charge_count > 0)
    and (old.revenue, old.billed_total, old.charge_count) is distinct from (new.revenue, new.billed_total, new.charge_count))
  execute function guard_charged_revenue();

create trigger load_charges_touch_audit after insert or update or delete on load_charges
  for each row execute function touch_audit('kind');

-- The charges of a load that left the trash without coming back.
create function touch_deleted_charges() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject = 'loads' loop
    delete from load_charges using old_rows as gone
      where load_charges.user_id = account and gone.user_id = account
        and gone.action = 'deleted' and gone.subject = 'loads' and load_charges.load_id = gone.record_id
        and not exists (select from loads where loads.user_id = account and loads.id = gone.record_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = gone.record_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;
create trigger undo_records_touch_deleted_charges after delete on undo_records referencing old table as old_rows
  for each statement execute function touch_deleted_charges();
