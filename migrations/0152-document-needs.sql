-- Which papers a load needs before it is settled and billed (SPEC C129, C130).

-- One row for the company, without a broker, and one for each broker with its own rules. It has no link to the broker: it
-- survives while the broker is in the trash.
create table document_needs (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint,
  -- For loads picked up from this day on.
  first_day date not null,
  -- By kind of document: "always", "never", or the kind of charge that needs it.
  to_settle jsonb not null,
  to_bill jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint document_needs_broker_id_key unique nulls not distinct (user_id, broker_id)
);
create trigger document_needs_touch_audit after insert or update or delete on document_needs
  for each row execute function touch_audit('broker_id');

-- What is missing on a load: kinds of documents, separated by commas, null for nothing. Kept by the triggers below.
alter table loads add column missing_to_settle text, add column missing_to_bill text,
  -- Both together.
  add column missing_papers text;
create index loads_missing_papers_idx on loads (user_id, id) where missing_papers is not null;

create function join_papers(one text, other text) returns text language sql immutable parallel safe as $$
  select string_agg(distinct kind, ',' order by kind)
  from unnest(string_to_array(one, ',') || string_to_array(other, ',')) as kind
$$;

-- The rules of a load: those of its broker take the place of the company's. Null without any.
create function papers_needed(account uuid, broker bigint, picked_up date, stage text) returns jsonb language plpgsql stable as $$
declare
  needed jsonb;
  own jsonb;
begin
  select case stage when 'settle' then to_settle else to_bill end into needed from document_needs
    where user_id = account and broker_id is null and first_day <= picked_up;
  if broker is null then return needed; end if;
  select case stage when 'settle' then to_settle else to_bill end into own from document_needs
    where user_id = account and broker_id = broker and first_day <= picked_up;
  return case when own is null then needed else coalesce(needed, '{}') || own end;
end $$;

-- The kinds of documents that a load needs and does not have. A document that was sent back does not count. To settle, the BOL
-- status says whether there is a bill of lading; to bill, there must be a document.
create function find_missing_papers(account uuid, load bigint, broker bigint, picked_up date, payment_status text,
  bol_status text, stage text) returns text language plpgsql as $$
declare
  needed jsonb;
begin
  if payment_status = 'paid' then return null; end if;
  needed := papers_needed(account, broker, picked_up, stage);
  if needed is null then return null; end if;
  return (select string_agg(kind, ',' order by kind) from jsonb_each_text(needed) as need (kind, rule)
    where rule <> 'never'
      and (rule = 'always' or exists (select from load_charges as charge
        where charge.user_id = account and charge.load_id = load and charge.kind = rule
          and charge.approval <> 'refused'))
      and case when kind = 'bol' and stage = 'settle' then bol_status <> 'received'
        else not exists (select from documents as paper
          where paper.user_id = account and paper.load_id = load and paper.deleted_at is null
            and paper.verdict <> 'sent-back' and (paper.kind = need.kind or need.kind = 'bol' and paper.kind = 'pod')) end);
end $$;

create function touch_missing_papers() returns trigger language plpgsql as $$
begin
  new.missing_to_settle := find_missing_papers(new.user_id, new.id, new.broker_id, new.pickup_date, new.payment_status,
    new.bol_status, 'settle');
  new.missing_to_bill := find_missing_papers(new.user_id, new.id, new.broker_id, new.pickup_date, new.payment_status,
    new.bol_status, 'bill');
  new.missing_papers := join_papers(new.missing_to_settle, new.missing_to_bill);
  return new;
end $$;
create trigger loads_touch_missing_papers_insert before insert on loads
  for each row execute function touch_missing_papers();
create trigger loads_touch_missing_papers_update before update on loads
  for each row when ((old.broker_id, old.pickup_date, old.payment_status, old.bol_status)
    is distinct from (new.broker_id, new.pickup_date, new.payment_status, new.bol_status))
  execute function touch_missing_papers();

-- First the lock: what is missing must include what a transaction wrote that this one waits for. A load's version stays: no one
-- edits these columns.
create function refresh_missing_papers(account uuid, changed bigint[]) returns void language plpgsql as $$
begin
  perform from loads where user_id = account and id = any (changed) order by id for no key update;
  update loads set missing_to_settle = found.to_settle, missing_to_bill = found.to_bill,
      missing_papers = join_papers(found.to_settle, found.to_bill)
    from (select load.id,
        find_missing_papers(account, load.id, broker_id, pickup_date, payment_status, bol_status, 'settle') as to_settle,
        find_missing_papers(account, load.id, broker_id, pickup_date, payment_status, bol_status, 'bill') as to_bill
      from loads as load where load.user_id = account and load.id = any (changed)) as found
    where loads.user_id = account and loads.id = found.id
      and (loads.missing_to_settle, loads.missing_to_bill) is distinct from (found.to_settle, found.to_bill);
end $$;

create function touch_papers_of_load() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
  changed bigint[] := array_remove(array[old.load_id, new.load_id], null);
begin
  if exists (select from document_needs where user_id = account) and account_is_there(account) then
    perform refresh_missing_papers(account, changed);
  end if;
  return null;
end $$;
create trigger documents_touch_papers_of_load after insert or delete or update of load_id, kind, verdict, deleted_at on documents
  for each row execute function touch_papers_of_load();
create trigger load_charges_touch_papers_of_load after insert or delete or update of kind, approval on load_charges
  for each row execute function touch_papers_of_load();

-- The loads that other rules can concern, and those that miss something by the old ones.
create function refresh_needed_papers(account uuid, broker bigint, earliest date) returns void language plpgsql as $$
begin
  perform refresh_missing_papers(account, array(
    select id from loads where user_id = account and pickup_date >= earliest and payment_status <> 'paid'
      and (broker is null or broker_id = broker)
    union select id from loads where user_id = account and missing_papers is not null
      and (broker is null or broker_id = broker)));
end $$;

create function touch_needed_papers() returns trigger language plpgsql as $$
declare
  account uuid := coalesce(new.user_id, old.user_id);
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  perform refresh_needed_papers(account, coalesce(new.broker_id, old.broker_id), least(new.first_day, old.first_day));
  return null;
end $$;
create trigger document_needs_touch_needed_papers after insert or update or delete on document_needs
  for each row execute function touch_needed_papers();

-- Whether a load's missing bill of lading is an exception in the settlement run: without a rule, it is.
create function expects_bol(account uuid, broker bigint, picked_up date, missing_to_settle text) returns boolean
  language plpgsql stable as $$
declare
  rule text := papers_needed(account, broker, picked_up, 'settle') ->> 'bol';
begin
  return case when rule is null or rule = 'always' then true
    when rule = 'never' then false
    else 'bol' = any (string_to_array(missing_to_settle, ',')) end;
end $$;

create function has_document_needs(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from document_needs where user_id = account);
end $$;

-- What the triggers keep on a load is no change of the load in the audit log.
create or replace function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee', 'person_id',
      'since', 'last_seen_at', 'expires_at', 'token_hash', 'missing_to_settle', 'missing_to_bill', 'missing_papers') $$;
