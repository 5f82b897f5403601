-- Fuel and toll cards.

-- The accounts with companies that sell fuel and tolls on credit (SPEC C527).
create table card_accounts (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  kind text not null default 'fuel',
  account_number text collate natural_number,
  day_basis text not null default 'happened',
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint card_accounts_pkey primary key (user_id, id),
  constraint card_accounts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_accounts_day_basis_check check (day_basis = any (array['happened', 'posted'])),
  constraint card_accounts_kind_check check (kind = any (array['fuel', 'toll']))
);

-- Who had a card, a transponder or a plate on which days (SPEC C528).
create table cards (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  kind text not null default 'card',
  number text collate natural_number not null,
  truck_id bigint,
  driver_id bigint,
  starts_on date not null,
  ends_on date,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cards_pkey primary key (user_id, id),
  constraint cards_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint cards_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint cards_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint cards_days_check check (ends_on is null or ends_on >= starts_on),
  constraint cards_holder_check check (num_nonnulls(truck_id, driver_id) >= 1),
  constraint cards_kind_check check (kind = any (array['card', 'transponder', 'plate']))
);
create index cards_driver_id_idx on cards (user_id, driver_id) where driver_id is not null;
create index cards_number_idx on cards (user_id, provider, kind, serial_key(number), starts_on);
create index cards_truck_id_idx on cards (user_id, truck_id) where truck_id is not null;

-- A card is with one truck or driver on a day (SPEC C528). The rows of a card have nothing in common that could be locked.
create function guard_card_days() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('haulbook card ' || new.user_id || ' ' || new.provider || ' ' || new.kind || ' ' || serial_key(new.number), 0));
  if exists (select from cards where user_id = new.user_id and provider = new.provider and kind = new.kind
      and serial_key(number) = serial_key(new.number) and id <> new.id
      and starts_on <= coalesce(new.ends_on, 'infinity'::date) and coalesce(ends_on, 'infinity'::date) >= new.starts_on) then
    raise exception 'cards_overlap: card % is with somebody else on these days', new.number
      using errcode = 'check_violation', constraint = 'cards_overlap';
  end if;
  return new;
end $$;

create trigger card_accounts_touch_audit after insert or delete or update on card_accounts
  for each row execute function touch_audit('provider');

create trigger cards_guard_card_days before insert or update of provider, kind, number, starts_on, ends_on on cards
  for each row execute function guard_card_days();
create trigger cards_touch_audit after insert or delete or update on cards
  for each row execute function touch_audit('number');
