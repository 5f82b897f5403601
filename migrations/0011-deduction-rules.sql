-- Recurring deductions (SPEC C2): of one truck, or of every truck. What the company's settings hold
-- (fuel, insurance, custom) are rules too, known by their key alone.

create table deduction_rules (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  truck_id bigint,
  category text not null,
  description text not null,
  basis text not null,
  value numeric(12, 2) not null,
  first_day date,
  last_day date,
  balance text not null default 'none',
  total numeric(12, 2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint deduction_rules_truck_id_fkey foreign key (user_id, truck_id)
    references trucks (user_id, id) on delete cascade,
  check (category in ('fuel', 'truckPayment', 'trailerRental', 'insurance', 'maintenance', 'tires',
    'permits', 'tolls', 'parking', 'factoring', 'other')),
  check (basis in ('percent', 'fixed', 'per-mile', 'per-load')),
  check (balance in ('none', 'advance', 'loan', 'escrow')),
  -- Only a balance has a total to reach, and each has one.
  check ((balance = 'none') = (total is null)),
  check (value > 0 and total > 0),
  check (last_day >= first_day)
);
create index deduction_rules_truck_id_idx on deduction_rules (user_id, truck_id);

alter table expenses
  add column rule_id bigint,
  -- Of a rule's line: the rule, stored or from the settings.
  add column rule_key text,
  add column by_hand boolean not null default false,
  -- Set with the void of its statement, which it stays on.
  add column voided boolean not null default false,
  add constraint expenses_rule_id_fkey foreign key (user_id, rule_id)
    references deduction_rules (user_id, id),
  add constraint expenses_rule_key_check check ((kind = 'rule') = (rule_key is not null));
create index expenses_rule_id_idx on expenses (user_id, rule_id, truck_id) include (amount)
  where rule_id is not null;

-- However often a rule is run, by however many at once: one line for a truck and a date.
create unique index expenses_rule_key on expenses (user_id, truck_id, rule_key, date)
  where kind = 'rule' and not voided;

-- A rule with a total never goes past it, and gives back no more than it took.
create function keep_rule_total() returns trigger language plpgsql as $$
declare
  line expenses := coalesce(new, old);
  most numeric;
  taken numeric;
begin
  if line.rule_id is null then return null; end if;
  select total into most from deduction_rules
    where user_id = line.user_id and id = line.rule_id for no key update;
  if most is null then return null; end if;
  select coalesce(sum(amount), 0) into taken from expenses
    where user_id = line.user_id and rule_id = line.rule_id and truck_id = line.truck_id and not voided;
  if taken > most or taken < 0 then
    raise exception 'rule % stands at % of %', line.rule_id, taken, most
      using errcode = 'check_violation', constraint = 'expenses_rule_total';
  end if;
  return null;
end $$;
create trigger expenses_rule_total after insert or update or delete on expenses
  for each row execute function keep_rule_total();
