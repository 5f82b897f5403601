-- What the carrier pays besides owners and drivers (SPEC C586).

create table costs (
  user_id uuid not null,
  id bigint not null generated always as identity,
  starts_on date not null,
  -- The last day of a period; null: one day.
  ends_on date,
  truck_id bigint,
  driver_id bigint,
  category text not null,
  vendor text,
  amount numeric(12,2) not null,
  -- What statements charge owners or drivers for it.
  charged_back numeric(12,2),
  behavior text not null default 'variable',
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether all trucks bear it. A restored row whose truck was deleted must not be spread without a word.
  spread text,
  constraint costs_pkey primary key (user_id, id),
  constraint costs_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint costs_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint costs_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint costs_behavior_check check (behavior = any (array['variable', 'fixed'])),
  constraint costs_charged_back_check check (charged_back >= 0::numeric),
  constraint costs_days_check check (ends_on is null or ends_on >= starts_on),
  constraint costs_spread_check check (spread = case when truck_id is null and driver_id is null then 'yes' else 'no' end)
);
create index costs_days_idx on costs (user_id, starts_on, id);
create index costs_driver_id_idx on costs (user_id, driver_id) where driver_id is not null;
create index costs_truck_id_idx on costs (user_id, truck_id) where truck_id is not null;

create function touch_spread() returns trigger language plpgsql as $$
begin
  -- A row that comes back from the trash knows it.
  if tg_op = 'UPDATE' or new.spread is null then
    new.spread := case when new.truck_id is null and new.driver_id is null then 'yes' else 'no' end;
  end if;
  return new;
end $$;

create trigger costs_touch_audit after insert or delete or update on costs
  for each row execute function touch_audit('starts_on');
create trigger costs_touch_spread before insert or update of truck_id, driver_id on costs
  for each row execute function touch_spread();
