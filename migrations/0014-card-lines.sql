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

-- A settlement of a thousand purchases added up all of its lines a thousand times: its sums follow once from all lines of a statement,
-- and what compares them or locks after it follows then too.
drop trigger expenses_3_touch_settlement on expenses;
drop trigger expenses_4_guard_rule_total on expenses;
drop trigger expenses_5_guard_offset on expenses;

create or replace function touch_settlement() returns trigger language plpgsql as $$
declare
  account uuid;
  settlement bigint;
begin
  -- Once for all lines of a statement: each update of a settlement adds up all of its lines.
  if tg_op = 'INSERT' then
    for account, settlement in select distinct user_id, billing_id from new_rows order by 2 loop
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  elsif tg_op = 'DELETE' then
    for account, settlement in select distinct user_id, billing_id from old_rows order by 2 loop
      continue when not account_is_there(account);
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  else
    for account, settlement in select user_id, billing_id from old_rows union select user_id, billing_id from new_rows order by 2 loop
      update billing set updated_at = now() where user_id = account and id = settlement;
    end loop;
  end if;
  return null;
end $$;

create or replace function guard_rule_total() returns trigger language plpgsql as $$
declare
  account uuid;
  rule bigint;
  truck bigint;
begin
  if tg_op = 'DELETE' then
    for account, rule, truck in select distinct user_id, rule_id, truck_id from old_rows where rule_id is not null order by 2, 3 loop
      continue when not account_is_there(account);
      perform check_rule_total(account, rule, truck);
    end loop;
  else
    for account, rule, truck in select distinct user_id, rule_id, truck_id from new_rows where rule_id is not null order by 2, 3 loop
      perform check_rule_total(account, rule, truck);
    end loop;
  end if;
  return null;
end $$;

create function check_offset_net(account uuid, settlement bigint, moved numeric) returns void language plpgsql as $$
declare
  net numeric;
begin
  select net_payment into net from billing where user_id = account and id = settlement;
  if net * sign(moved) < 0 then
    raise exception 'expenses_offset_net: an offset of % leaves a net of %', moved, net
      using errcode = 'check_violation', constraint = 'expenses_offset_net';
  end if;
end $$;

create or replace function guard_offset() returns trigger language plpgsql as $$
declare
  account uuid;
  settlement bigint;
  moved numeric;
begin
  if tg_op = 'INSERT' then
    for account, settlement, moved in select user_id, billing_id, amount from new_rows where kind = 'offset' loop
      perform check_offset_net(account, settlement, moved);
    end loop;
  else
    for account, settlement, moved in select after.user_id, after.billing_id, after.amount
        from old_rows as before join new_rows as after on after.user_id = before.user_id and after.id = before.id
        where after.kind = 'offset'
          and (before.kind, before.billing_id, before.amount) is distinct from (after.kind, after.billing_id, after.amount) loop
      perform check_offset_net(account, settlement, moved);
    end loop;
  end if;
  return null;
end $$;

create trigger expenses_3_touch_settlement_delete after delete on expenses referencing old table as old_rows
  for each statement execute function touch_settlement();
create trigger expenses_3_touch_settlement_insert after insert on expenses referencing new table as new_rows
  for each statement execute function touch_settlement();
create trigger expenses_3_touch_settlement_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function touch_settlement();
create trigger expenses_4_guard_rule_total_delete after delete on expenses referencing old table as old_rows
  for each statement execute function guard_rule_total();
create trigger expenses_4_guard_rule_total_insert after insert on expenses referencing new table as new_rows
  for each statement execute function guard_rule_total();
create trigger expenses_4_guard_rule_total_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function guard_rule_total();
create trigger expenses_5_guard_offset_insert after insert on expenses referencing new table as new_rows
  for each statement execute function guard_offset();
create trigger expenses_5_guard_offset_update after update on expenses referencing old table as old_rows new table as new_rows
  for each statement execute function guard_offset();

-- The names of what a new row links to are read once.
create or replace function touch_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  account uuid := (one ->> 'user_id')::uuid;
  secrets text[] := tg_argv[1:];
  changed_from jsonb;
  changed_to jsonb;
  called jsonb;
  named jsonb;
  label text := one ->> tg_argv[0];
  table_name text := plain_name(tg_table_name);
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  called := audit_names(account, table_name, changed_from);
  named := audit_names(account, table_name, changed_to);
  called := coalesce(called || named, called, named);
  if tg_op = 'UPDATE' then
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end,
        names = coalesce(called || names, called, names)
      where user_id = new.user_id and subject = table_name and subject_id = new.id
        and action in ('created', 'changed') and transaction = pg_current_xact_id() and created_at >= now();
    if found then return null; end if;
  end if;
  if table_name = 'members' then
    select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) into label
      from persons where id = (one ->> 'person_id')::uuid;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account, done, table_name, (one ->> 'id')::bigint, label, changed_from, changed_to, called);
  return null;
end $$;
