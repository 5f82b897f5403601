-- What a linked record was called when the change was made: {"drivers/7": "Ana"}. It may be renamed or gone later.
alter table audit add column names jsonb;

-- Its name now; of one that is just being deleted, the last that the log has.
create function audit_name(account uuid, kind text, linked bigint) returns text
  language plpgsql stable as $$
declare
  name text;
begin
  case kind
    when 'drivers' then
      select one.name into name from drivers as one where user_id = account and id = linked;
    when 'owners' then
      select one.name into name from owners as one where user_id = account and id = linked;
    when 'trucks' then
      select one.truck_id into name from trucks as one where user_id = account and id = linked;
    when 'brokers' then
      select one.company_name into name from brokers as one where user_id = account and id = linked;
    when 'loads' then
      select one.load_id into name from loads as one where user_id = account and id = linked;
  end case;
  if name is null then
    select label into name from audit where user_id = account and subject = kind and subject_id = linked
      and label is not null order by id desc limit 1;
  end if;
  return name;
end $$;

-- The names of all that one state of a record links to; null where it links to nothing.
create function audit_names(account uuid, subject text, state jsonb) returns jsonb
  language plpgsql stable as $$
declare
  links text[] := array['driverId', 'drivers', 'driver2Id', 'drivers', 'ownerId', 'owners', 'truckId', 'trucks',
    'brokerId', 'brokers', 'loadId', 'loads'];
  names jsonb;
  linked text;
  name text;
begin
  for at in 1..array_length(links, 1) by 2 loop
    linked := state ->> links[at];
    -- A truck's own number is called truckId too, and a load's own loadId.
    continue when linked is null or links[at + 1] = subject;
    name := audit_name(account, links[at + 1], linked::bigint);
    continue when name is null;
    names := coalesce(names, '{}') || jsonb_build_object(links[at + 1] || '/' || linked, name);
  end loop;
  return names;
end $$;

create or replace function keep_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  account uuid := (one ->> 'user_id')::uuid;
  secrets text[] := tg_argv[1:];
  changed_from jsonb := audit_values(was, becomes, secrets);
  changed_to jsonb := audit_values(becomes, was, secrets);
  called jsonb;
begin
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  called := audit_names(account, tg_table_name, changed_from);
  called := coalesce(called || audit_names(account, tg_table_name, changed_to), called,
    audit_names(account, tg_table_name, changed_to));
  if tg_op = 'UPDATE' then
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end,
        names = coalesce(called || names, called, names)
      where user_id = new.user_id and subject = tg_table_name and subject_id = new.id
        and action in ('created', 'changed') and in_this_transaction(audit);
    if found then return null; end if;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_table_name, (one ->> 'id')::bigint, one ->> tg_argv[0], changed_from, changed_to, called);
  return null;
end $$;
