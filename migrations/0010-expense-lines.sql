-- Lines under the eleven categories (SPEC C1). A category's amount is the sum of its lines: the eleven
-- columns of billing are kept by the database, whatever is written to them.

alter table billing add constraint billing_id_truck_id_key unique (user_id, id, truck_id);

alter table expenses
  add column kind text not null default 'entered',
  add column reference text,
  add column quantity numeric(12, 2),
  add column rate numeric(12, 2),
  -- No link: a statement keeps what it says when the load is deleted.
  add column load_id bigint,
  add column formula text,
  add column version integer not null default 1,
  drop constraint expenses_billing_id_fkey,
  -- A line is of its settlement's truck.
  add constraint expenses_billing_id_fkey foreign key (user_id, billing_id, truck_id)
    references billing (user_id, id, truck_id) on delete cascade;

insert into expenses (user_id, billing_id, truck_id, kind, category, amount, date)
  select user_id, id, truck_id, 'plain', box.category, box.amount, settlement_date
  from billing cross join lateral (values
    ('fuel', fuel), ('truckPayment', truck_payment), ('trailerRental', trailer_rental),
    ('insurance', insurance), ('maintenance', maintenance), ('tires', tires), ('permits', permits),
    ('tolls', tolls), ('parking', parking), ('factoring', factoring), ('other', other)
  ) as box (category, amount)
  where box.amount <> 0;

alter table expenses
  add constraint expenses_category_check check (category in ('fuel', 'truckPayment', 'trailerRental',
    'insurance', 'maintenance', 'tires', 'permits', 'tolls', 'parking', 'factoring', 'other')),
  -- A plain line is what was typed into a category's box: at most one of each.
  add constraint expenses_kind_check check (kind in ('plain', 'entered', 'rule', 'refund', 'carry', 'correction')),
  add constraint expenses_description_check
    check (category <> 'other' or kind = 'plain' or description is not null);
create unique index expenses_plain_key on expenses (user_id, billing_id, category) where kind = 'plain';

-- Runs before every write of a settlement, so that no box can be anything but the sum of its lines.
create function add_up_lines() returns trigger language plpgsql as $$
begin
  select
      coalesce(sum(amount) filter (where category = 'fuel'), 0),
      coalesce(sum(amount) filter (where category = 'truckPayment'), 0),
      coalesce(sum(amount) filter (where category = 'trailerRental'), 0),
      coalesce(sum(amount) filter (where category = 'insurance'), 0),
      coalesce(sum(amount) filter (where category = 'maintenance'), 0),
      coalesce(sum(amount) filter (where category = 'tires'), 0),
      coalesce(sum(amount) filter (where category = 'permits'), 0),
      coalesce(sum(amount) filter (where category = 'tolls'), 0),
      coalesce(sum(amount) filter (where category = 'parking'), 0),
      coalesce(sum(amount) filter (where category = 'factoring'), 0),
      coalesce(sum(amount) filter (where category = 'other'), 0)
    into new.fuel, new.truck_payment, new.trailer_rental, new.insurance, new.maintenance, new.tires,
      new.permits, new.tolls, new.parking, new.factoring, new.other
    from expenses where user_id = new.user_id and billing_id = new.id;
  return new;
end $$;
create trigger billing_add_up before insert or update on billing
  for each row execute function add_up_lines();

create function pass_on_line() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update billing set updated_at = now() where user_id = old.user_id and id = old.billing_id;
  end if;
  if tg_op <> 'DELETE' then
    update billing set updated_at = now() where user_id = new.user_id and id = new.billing_id;
  end if;
  return null;
end $$;
create trigger expenses_pass_on after insert or update or delete on expenses
  for each row execute function pass_on_line();
