-- What fuel and toll cards bought.

-- The imported files of card companies (SPEC C562).
create table card_imports (
  user_id uuid not null,
  id bigint not null generated always as identity,
  provider text not null,
  -- The recognized layout; null: the columns were matched by hand.
  layout text,
  file_name text not null,
  sha256 text not null,
  -- Rows of the file, and the sum of their amounts as the file has them.
  rows integer not null,
  total numeric(14,2) not null,
  -- The earlier files that had purchases of this one.
  earlier_files bigint[] not null default '{}'::bigint[],
  made_by uuid not null,
  made_at timestamptz not null default now(),
  constraint card_imports_pkey primary key (user_id, id),
  constraint card_imports_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_imports_rows_check check (rows >= 0)
);

-- One thing that was bought: a stop with diesel, DEF and a fee is three rows (SPEC C529, C563).
create table card_purchases (
  user_id uuid not null,
  id bigint not null generated always as identity,
  import_id bigint not null,
  -- The row of the file.
  line integer not null,
  provider text not null,
  -- With the item, what makes the purchase itself in every file that has it.
  key text not null,
  item text not null,
  card text not null,
  card_kind text not null,
  -- The day and the time of the clock at the place.
  day date not null,
  time text,
  posted_on date,
  -- The truck and the driver as printed.
  unit text,
  driver text,
  invoice text,
  place text,
  city text,
  state text,
  odometer integer,
  kind text not null,
  -- The code of the file, as "ULSD".
  code text,
  gallons numeric(12,3),
  price numeric(12,4),
  retail numeric(12,2) not null,
  discount numeric(12,2) not null,
  net numeric(12,2) not null,
  -- The cells of the row by their titles, as the file has them.
  cells jsonb not null default '{}'::jsonb,
  truck_id bigint,
  driver_id bigint,
  -- How the truck was found: by the card's holder on that day, the printed unit, the plate, or by a person.
  found_by text,
  -- Why it is not charged and not counted.
  ignored text,
  -- The figures that a later file has for the same purchase. A person decides; nothing is overwritten.
  conflict jsonb,
  -- The figures that a person decided against, each as of a file: one that has them again changes nothing.
  refused jsonb not null default '[]'::jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint card_purchases_pkey primary key (user_id, id),
  constraint card_purchases_key_key unique (user_id, provider, key, item),
  constraint card_purchases_driver_id_fkey foreign key (user_id, driver_id) references drivers(user_id, id),
  constraint card_purchases_import_id_fkey foreign key (user_id, import_id) references card_imports(user_id, id),
  constraint card_purchases_truck_id_fkey foreign key (user_id, truck_id) references trucks(user_id, id),
  constraint card_purchases_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint card_purchases_card_kind_check check (card_kind = any (array['card', 'transponder', 'plate'])),
  constraint card_purchases_found_check check ((found_by is null) = (truck_id is null) and (found_by is null or found_by = any (array['card', 'unit', 'plate', 'person']))),
  constraint card_purchases_net_check check (net = retail - discount)
);
create index card_purchases_day_idx on card_purchases (user_id, day, id);
create index card_purchases_driver_id_idx on card_purchases (user_id, driver_id) where driver_id is not null;
create index card_purchases_import_id_idx on card_purchases (user_id, import_id);
create index card_purchases_truck_id_idx on card_purchases (user_id, truck_id, day);
create index card_purchases_card_idx on card_purchases (user_id, provider, serial_key(card), day);

create trigger card_imports_touch_audit after insert or delete or update on card_imports
  for each row execute function touch_audit('file_name');
-- An import is one entry of the log; what a person changes later has its own.
create trigger card_purchases_touch_audit after update on card_purchases
  for each row execute function touch_audit('day');
