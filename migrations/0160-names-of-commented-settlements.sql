-- The audit log names the settlement of a comment as the screens do: "Statement #7", or of a draft
-- "Settlement of truck 12, 11/20/2026" (SPEC S31, C84).
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
    when 'upload_links' then
      select one.label into name from upload_links as one where user_id = account and id = linked;
    when 'billing' then
      select coalesce('Statement #' || one.number, 'Settlement of truck '
          || audit_name(account, 'trucks', one.truck_id) || ', ' || to_char(one.settlement_date, 'MM/DD/YYYY'))
        into name from billing as one where user_id = account and id = linked;
      if name is null then
        -- A deleted draft: its entry has the number of the truck.
        select 'Settlement of truck ' || (names ->> ('trucks/' || (before ->> 'truckId'))) || ', '
            || to_char((before ->> 'settlementDate')::date, 'MM/DD/YYYY')
          into name from audit where user_id = account and subject = kind and subject_id = linked
            and action = 'deleted' order by id desc limit 1;
      end if;
      return name;
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
    'brokerId', 'brokers', 'dispatcherId', 'dispatchers', 'loadId', 'loads',
    'uploadLinkId', 'upload_links'];
  names jsonb;
  linked text;
  name text;
begin
  -- The items of a settlement run have a billingId too. They are shown below their settlement.
  if subject = 'comments' then links := links || array['billingId', 'billing']; end if;
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
