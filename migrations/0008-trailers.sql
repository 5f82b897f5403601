-- Trailers, and the trailer of a load (SPEC C520).

create table trailers (
  user_id uuid not null,
  id bigint not null generated always as identity,
  trailer_id text collate natural_number not null,
  kind text not null default 'other',
  year integer,
  vin text collate natural_number,
  license_plate text,
  plate_state text,
  -- Null: the carrier's own.
  owner_id bigint,
  status text not null default 'active',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trailers_pkey primary key (user_id, id),
  constraint trailers_trailer_id_key unique (user_id, trailer_id),
  constraint trailers_owner_id_fkey foreign key (user_id, owner_id) references owners(user_id, id),
  constraint trailers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint trailers_kind_check check (kind = any (array['dry-van', 'reefer', 'flatbed', 'step-deck', 'lowboy', 'conestoga', 'tanker', 'hopper', 'dump', 'car-hauler', 'chassis', 'other'])),
  constraint trailers_status_check check (status = any (array['active', 'maintenance', 'inactive']))
);
create index trailers_owner_id_idx on trailers (user_id, owner_id);
create unique index trailers_vin_key on trailers (user_id, serial_key(vin));

create trigger trailers_touch_audit after insert or delete or update on trailers
  for each row execute function touch_audit('trailer_id');

alter table loads add column trailer_id bigint;

alter table loads add constraint loads_trailer_id_fkey foreign key (user_id, trailer_id) references trailers(user_id, id);

create index loads_trailer_id_idx on loads (user_id, trailer_id, id) where trailer_id is not null;

-- With the trailer, which every search of loads compares.
drop index loads_text_idx;

create index loads_text_idx on loads (user_id, id) include (search_text, truck_id, driver_id, driver2_id, broker_id, dispatcher_id, trailer_id);

create or replace function audit_name(account uuid, kind text, linked bigint) returns text language plpgsql stable as $$
declare
  name text;
  settled_on text;
  truck bigint;
begin
  case kind
    when 'drivers' then
      select one.name into name from drivers as one where user_id = account and id = linked;
    when 'owners' then
      select one.name into name from owners as one where user_id = account and id = linked;
    when 'trucks' then
      select one.truck_id into name from trucks as one where user_id = account and id = linked;
    when 'trailers' then
      select one.trailer_id into name from trailers as one where user_id = account and id = linked;
    when 'brokers' then
      select one.company_name into name from brokers as one where user_id = account and id = linked;
    when 'dispatchers' then
      select one.name into name from dispatchers as one where user_id = account and id = linked;
    when 'loads' then
      select one.load_id into name from loads as one where user_id = account and id = linked;
    when 'upload_links' then
      select one.label into name from upload_links as one where user_id = account and id = linked;
    when 'billing' then
      select 'Statement #' || one.number, one.truck_id, to_char(one.settlement_date, 'MM/DD/YYYY')
        into name, truck, settled_on from billing as one where user_id = account and id = linked;
      name := coalesce(name, 'Settlement of truck ' || audit_name(account, 'trucks', truck) || ', ' || settled_on);
      if name is null then
        -- A deleted draft: its entry has the number of the truck.
        select 'Settlement of truck ' || (names ->> ('trucks/' || (before ->> 'truckId'))) || ', '
            || to_char((before ->> 'settlementDate')::date, 'MM/DD/YYYY')
          into name from audit where user_id = account and subject = kind and subject_id = linked
            and action = 'deleted' order by created_at desc, id desc limit 1;
      end if;
      return name;
  end case;
  if name is null then
    select label into name from audit where user_id = account and subject = kind and subject_id = linked
      and label is not null order by created_at desc, id desc limit 1;
  end if;
  return name;
end $$;

create or replace function audit_names(account uuid, subject text, state jsonb) returns jsonb language plpgsql stable as $$
declare
  links text[] := array['driverId', 'drivers', 'driver2Id', 'drivers', 'ownerId', 'owners', 'truckId', 'trucks',
    'trailerId', 'trailers', 'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads',
    'uploadLinkId', 'upload_links'];
  names jsonb;
  linked text;
  name text;
begin
  -- The items of a settlement run have a billingId too. They are shown below their settlement.
  if subject = 'comments' then links := links || array['billingId', 'billing']; end if;
  for at in 1..array_length(links, 1) by 2 loop
    linked := state ->> links[at];
    -- A truck's own number is called truckId too, a trailer's trailerId and a load's loadId.
    continue when linked is null or links[at + 1] = subject;
    name := audit_name(account, links[at + 1], linked::bigint);
    continue when name is null;
    names := coalesce(names, '{}') || jsonb_build_object(links[at + 1] || '/' || linked, name);
  end loop;
  return names;
end $$;
