-- MC and DOT numbers and VINs are unique by what they mean: MC-771203, 771203 and MC 0771203 are one number (SPEC C433).

-- As `docketKey` of core/broker-checks/numbers.ts; any other text is its own key.
create function docket_key(typed text) returns text language sql immutable parallel safe as $$
  select case
    when bare ~ '^(MC|FF|MX)?(NO|NUM|NUMBER)?0*[1-9][0-9]{0,7}[BCP]?$'
      then coalesce(substring(bare from '^(?:MC|FF|MX)'), 'MC') || ' ' || substring(bare from '[1-9][0-9]*')
    else lower(btrim(typed)) end
  from (select upper(regexp_replace(typed collate "C",
    '[[:space:]#.:/_()\u00A0\u00AD\u1680\u2000-\u200D\u2010-\u2015\u2028\u2029\u202F\u205F\u2060\u2116\u2212\u3000\uFE58\uFE63\uFEFF-]', '', 'g')) as bare) as squeezed $$;

-- As `usdotKey`.
create function usdot_key(typed text) returns text language sql immutable parallel safe as $$
  select case
    when bare ~ '^(US)?(DOT)?(NO|NUM|NUMBER)?0*[1-9][0-9]{0,7}$' then 'USDOT ' || substring(bare from '[1-9][0-9]*')
    else lower(btrim(typed)) end
  from (select upper(regexp_replace(typed collate "C",
    '[[:space:]#.:/_()\u00A0\u00AD\u1680\u2000-\u200D\u2010-\u2015\u2028\u2029\u202F\u205F\u2060\u2116\u2212\u3000\uFE58\uFE63\uFEFF-]', '', 'g')) as bare) as squeezed $$;

-- A VIN, or the number of a license: only letters and digits count.
create function serial_key(typed text) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(upper(typed collate "C"), '[^A-Z0-9]', '', 'g'), ''), lower(btrim(typed))) $$;

-- True for a record that had the number of another one, in another spelling, before numbers were compared by value. Broker checks name them.
-- A change of the number ends it.
alter table brokers add column old_double boolean;
alter table brokers add column old_double_dot boolean;

alter table trucks add column old_double boolean;

-- The log leaves the mark out.
create or replace function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee', 'person_id',
      'since', 'last_seen_at', 'expires_at', 'token_hash', 'missing_to_settle', 'missing_to_bill', 'missing_papers',
      'last_entry_on', 'search_text', 'old_double', 'old_double_dot') $$;

create function touch_old_double() returns trigger language plpgsql as $$
declare
  docket_stays boolean;
  usdot_stays boolean;
begin
  if tg_table_name = 'trucks' then
    update trucks set old_double = null where user_id = new.user_id and id = new.id;
    return null;
  end if;
  docket_stays := docket_key(new.mc_number) is not distinct from docket_key(old.mc_number);
  usdot_stays := usdot_key(new.dot_number) is not distinct from usdot_key(old.dot_number);
  update brokers set old_double = case when docket_stays then old_double end,
      old_double_dot = case when usdot_stays then old_double_dot end
    where user_id = new.user_id and id = new.id;
  return null;
end $$;

-- The records keep their versions.
alter table brokers disable trigger user;

update brokers set old_double = true
  from (select user_id, docket_key(mc_number) as number, min(id) as first from brokers
    where mc_number is not null group by user_id, docket_key(mc_number)) as same
  where brokers.user_id = same.user_id and docket_key(brokers.mc_number) = same.number and brokers.id <> same.first;

update brokers set old_double_dot = true
  from (select user_id, usdot_key(dot_number) as number, min(id) as first from brokers
    where dot_number is not null group by user_id, usdot_key(dot_number)) as same
  where brokers.user_id = same.user_id and usdot_key(brokers.dot_number) = same.number and brokers.id <> same.first;

alter table brokers enable trigger user;

alter table trucks disable trigger user;

update trucks set old_double = true
  from (select user_id, serial_key(vin) as number, min(id) as first from trucks
    where vin is not null group by user_id, serial_key(vin)) as same
  where trucks.user_id = same.user_id and serial_key(trucks.vin) = same.number and trucks.id <> same.first;

alter table trucks enable trigger user;

alter table brokers drop constraint brokers_mc_number_key;

alter table brokers drop constraint brokers_dot_number_key;

alter table trucks drop constraint trucks_vin_key;

create unique index brokers_mc_number_key on brokers (user_id, docket_key(mc_number)) where old_double is null;

create unique index brokers_dot_number_key on brokers (user_id, usdot_key(dot_number)) where old_double_dot is null;

create unique index trucks_vin_key on trucks (user_id, serial_key(vin)) where old_double is null;

create trigger brokers_touch_old_double after update on brokers
  for each row when ((new.old_double or new.old_double_dot) and (docket_key(new.mc_number) is distinct from docket_key(old.mc_number) or usdot_key(new.dot_number) is distinct from usdot_key(old.dot_number))) execute function touch_old_double();

create trigger trucks_touch_old_double after update on trucks
  for each row when (old.old_double and new.old_double and serial_key(new.vin) is distinct from serial_key(old.vin)) execute function touch_old_double();
