-- The audit log names the person (SPEC C70). The app sets haulbook.person in each transaction of a request. No link to
-- persons: an event stays as it is. Events of before have no person.
alter table audit add column person_id uuid default nullif(current_setting('haulbook.person', true), '')::uuid;
create index audit_person_idx on audit (user_id, person_id, id) where person_id is not null;

create or replace function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url', 'payee', 'person_id',
      'since', 'last_seen_at', 'expires_at', 'token_hash') $$;

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
  label text := one ->> tg_argv[0];
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
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
  if tg_table_name = 'members' then
    select coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) into label
      from persons where id = (one ->> 'person_id')::uuid;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after, names)
  values (account,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_table_name, (one ->> 'id')::bigint, label, changed_from, changed_to, called);
  return null;
end $$;

create trigger members_touch_audit after insert or delete or update of role, owner_id, driver_id, until on members
  for each row execute function touch_audit('role');
create trigger invitations_touch_audit after insert or delete or update on invitations
  for each row execute function touch_audit('email');
create trigger team_settings_touch_audit after insert or delete or update on team_settings
  for each row execute function touch_audit('label');
