-- Card purchases on settlements (SPEC C572): a line bears on one purchase, with what was passed on of its discount.

alter table expenses add column card_purchase_id bigint;
alter table expenses add column card_retail numeric(12,2);
alter table expenses add column card_discount numeric(12,2);
alter table expenses add column card_passed_on numeric(12,2);
alter table expenses add constraint expenses_card_purchase_id_fkey foreign key (user_id, card_purchase_id) references card_purchases(user_id, id);
alter table expenses add constraint expenses_card_check check (case when kind = 'card' then card_purchase_id is not null and card_retail is not null and card_discount is not null and card_passed_on is not null and description is not null else card_purchase_id is null and card_retail is null and card_discount is null and card_passed_on is null end);
alter table expenses drop constraint expenses_kind_check;
alter table expenses add constraint expenses_kind_check check (kind = any (array['plain', 'entered', 'rule', 'refund', 'carry-in', 'carry-out', 'correction', 'extra-pay', 'offset', 'withholding', 'card']));
create unique index expenses_card_key on expenses (user_id, card_purchase_id) where card_purchase_id is not null and not voided;
create index expenses_card_purchase_id_idx on expenses (user_id, card_purchase_id) where card_purchase_id is not null;

-- Why a person took it off its settlement: it stays off.
alter table card_purchases add column off_reason text;

-- A line bears on a purchase of its truck, with the figures of the file. It holds the purchase, so that nobody changes it meanwhile (SPEC C574).
create function guard_card_line() returns trigger language plpgsql as $$
declare
  bought card_purchases;
begin
  select * into bought from card_purchases where user_id = new.user_id and id = new.card_purchase_id for no key update;
  if bought.truck_id is distinct from new.truck_id or bought.ignored is not null or bought.conflict is not null
      or bought.off_reason is not null or bought.retail <> new.card_retail or bought.discount <> new.card_discount then
    raise exception 'expenses_card_purchase: purchase % is not ready for this line', new.card_purchase_id
      using errcode = 'check_violation', constraint = 'expenses_card_purchase';
  end if;
  return new;
end $$;

-- A purchase on a settlement is neither changed nor deleted, but a later file may differ from it (SPEC C574). With another truck it is no longer off the settlement of the one before.
create function guard_card_purchase() returns trigger language plpgsql as $$
declare
  free text[] := array['conflict', 'refused', 'driver_id', 'found_by', 'odometer', 'version', 'updated_at'];
begin
  if tg_op = 'UPDATE' then
    if new.truck_id is distinct from old.truck_id then new.off_reason := null; end if;
    if to_jsonb(new) - free = to_jsonb(old) - free then return new; end if;
  end if;
  if exists (select from expenses where user_id = old.user_id and card_purchase_id = old.id and (tg_op = 'DELETE' or not voided))
      and account_is_there(old.user_id) then
    raise exception 'card_purchases_charged: purchase % is on a settlement', old.id
      using errcode = 'check_violation', constraint = 'card_purchases_charged';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create trigger expenses_guard_card_line before insert or update of card_purchase_id, truck_id, card_retail, card_discount on expenses
  for each row when (new.card_purchase_id is not null and not new.voided) execute function guard_card_line();
create trigger card_purchases_guard_card_purchase before delete or update on card_purchases
  for each row execute function guard_card_purchase();
