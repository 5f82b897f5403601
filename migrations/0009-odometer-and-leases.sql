-- Odometer readings and leases.

-- What the odometer of a truck read on a day (SPEC C522).
create table odometer_readings (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  day date not null,
  miles integer not null,
  -- Yes: the first reading of a new meter.
  new_meter text not null default 'no',
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint odometer_readings_pkey primary key (user_id, id),
  constraint odometer_readings_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint odometer_readings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint odometer_readings_miles_check check (miles >= 0 and miles <= 9999999),
  constraint odometer_readings_new_meter_check check (new_meter = any (array['no', 'yes']))
);
create index odometer_readings_truck_id_idx on odometer_readings (user_id, truck_id, day, id);

create trigger odometer_readings_touch_audit after insert or delete or update on odometer_readings
  for each row execute function touch_audit('day');

-- From when to when a truck is leased of an owner, and for what (SPEC C523, C526).
create table leases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  truck_id bigint not null,
  owner_id bigint not null,
  starts_on date not null,
  ends_on date,
  pay text not null,
  rate numeric,
  notes text,
  -- What of purchases is charged back, by kind; empty: by default.
  terms jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint leases_pkey primary key (user_id, id),
  constraint leases_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint leases_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint leases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint leases_days_check check (ends_on is null or ends_on >= starts_on),
  constraint leases_pay_check check (pay = any (array['percent', 'per-mile', 'per-all-miles', 'per-load', 'flat', 'other'])),
  constraint leases_rate_check check (rate >= 0::numeric and rate < 100000000::numeric and min_scale(rate) <= 4)
);
create index leases_owner_id_idx on leases (user_id, owner_id);
create index leases_truck_id_idx on leases (user_id, truck_id, starts_on);

-- What is charged back by a lease without its own charge-backs.
create table lease_defaults (
  user_id uuid not null,
  id bigint not null generated always as identity,
  terms jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lease_defaults_pkey primary key (user_id, id),
  constraint lease_defaults_user_id_key unique (user_id),
  constraint lease_defaults_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

-- A truck has one lease on a day (SPEC C524). Two requests at once lock the truck one after the other.
create function guard_lease_days() returns trigger language plpgsql as $$
begin
  perform from trucks where user_id = new.user_id and id = new.truck_id for no key update;
  if exists (select from leases where user_id = new.user_id and truck_id = new.truck_id and id <> new.id
      and starts_on <= coalesce(new.ends_on, 'infinity'::date) and coalesce(ends_on, 'infinity'::date) >= new.starts_on) then
    raise exception 'leases_overlap: truck % has another lease on these days', new.truck_id
      using errcode = 'check_violation', constraint = 'leases_overlap';
  end if;
  return new;
end $$;

create trigger leases_guard_lease_days before insert or update of truck_id, starts_on, ends_on on leases
  for each row execute function guard_lease_days();
create trigger leases_touch_audit after insert or delete or update on leases
  for each row execute function touch_audit('starts_on');

create trigger lease_defaults_touch_audit after insert or delete or update on lease_defaults
  for each row execute function touch_audit();

alter table documents add column lease_id bigint;

alter table documents add constraint documents_lease_id_fkey foreign key (user_id, lease_id) references leases(user_id, id);

alter table documents drop constraint documents_one_place_check;

alter table documents add constraint documents_one_place_check check (num_nonnulls(load_id, factor_id, check_id, lease_id) <= 1);

create index documents_lease_id_idx on documents (user_id, lease_id) where lease_id is not null;
