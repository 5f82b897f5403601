-- What dispatchers need on a load: numbers on the papers of others, appointments, pieces, and who dispatches it (SPEC C127, C128).
alter table loads
  add column dispatcher_id bigint,
  add column broker_load_number text collate natural_number,
  add column po_number text collate natural_number,
  add column bol_number text collate natural_number,
  add column pickup_number text collate natural_number,
  add column pieces integer,
  add column pickup_time text,
  add column delivery_time text,
  add constraint loads_dispatcher_id_fkey foreign key (user_id, dispatcher_id)
    references dispatchers (user_id, id) on delete set null (dispatcher_id),
  add constraint loads_pieces_check check (pieces between 1 and 999999),
  add constraint loads_pickup_time_check
    check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  add constraint loads_delivery_time_check
    check (delivery_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9](-([01][0-9]|2[0-3]):[0-5][0-9])?$');

create index loads_dispatcher_id_idx on loads (user_id, dispatcher_id, id) where dispatcher_id is not null;

-- The index of searches has the references too. Each begins after a tab, and a tab ends the last one: the pair of a tab and
-- a letter finds how a reference begins, without another index. The expression has to be the one that
-- src/server/lists/query/search-text.ts writes.
drop index if exists loads_text_idx;
do $$
begin
  create index loads_text_idx on loads using gin (user_id,
    ((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
      || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '')
      || coalesce(e'\t' || bol_number, '') || coalesce(e'\t' || pickup_number, '') || e'\t')
      collate "default") gin_trgm_ops,
    bigrams((coalesce(load_id, '') || e'\n' || coalesce(pickup_city, '') || e'\n' || coalesce(pickup_state, '')
      || e'\n' || coalesce(delivery_city, '') || e'\n' || coalesce(delivery_state, '')
      || coalesce(e'\t' || broker_load_number, '') || coalesce(e'\t' || po_number, '')
      || coalesce(e'\t' || bol_number, '') || coalesce(e'\t' || pickup_number, '') || e'\t')
      collate "default"))
    with (gin_pending_list_limit = 256);
exception when undefined_object then
  raise notice 'pg_trgm or btree_gin is missing: searches of loads will be slower';
end $$;

-- The audit log names the dispatcher that a load links to.
create or replace function audit_name(account uuid, kind text, linked bigint) returns text language plpgsql stable as $$
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
    when 'dispatchers' then
      select one.name into name from dispatchers as one where user_id = account and id = linked;
    when 'loads' then
      select one.load_id into name from loads as one where user_id = account and id = linked;
  end case;
  if name is null then
    select label into name from audit where user_id = account and subject = kind and subject_id = linked
      and label is not null order by id desc limit 1;
  end if;
  return name;
end $$;

create or replace function audit_names(account uuid, subject text, state jsonb) returns jsonb language plpgsql stable as $$
declare
  links text[] := array['driverId', 'drivers', 'driver2Id', 'drivers', 'ownerId', 'owners', 'truckId', 'trucks',
    'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads'];
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
