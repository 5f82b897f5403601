-- Who did what: each change of a record with what it was before and after, sign-ins, exports. Kept by the
-- database itself, so that no way of writing goes round it, and only ever added to.
create table audit (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  action text not null,
  -- The table and the record, where it is about one, and what the record was called then.
  subject text,
  subject_id bigint,
  label text,
  before jsonb,
  after jsonb,
  -- By which program: the app says "haulbook", whoever comes in by another way is seen by it.
  via text not null default current_setting('application_name'),
  transaction xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, id)
);
create index audit_subject_idx on audit (user_id, subject, subject_id, id);

-- What a transaction adds up in several steps is one entry: until it is committed it may still grow.
-- The time guards against a restored database, where transactions are numbered anew.
create function in_this_transaction(entry audit) returns boolean language sql stable as
  $$ select entry.transaction = pg_current_xact_id() and entry.created_at >= now() $$;

create function keep_audit_as_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and in_this_transaction(old) then return new; end if;
  raise exception 'The audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_kept before update or delete on audit
  for each row execute function keep_audit_as_it_is();
create trigger audit_kept_whole before truncate on audit
  for each statement execute function keep_audit_as_it_is();

-- "license_number" → "licenseNumber", as the declarations call it.
create function field_name(column_name text) returns text language sql immutable parallel safe as $$
  select lower(left(words, 1)) || substr(words, 2)
  from replace(initcap(replace(column_name, '_', ' ')), ' ', '') as words $$;

-- What one state of a row has that the other has not; numbers as text, for amounts must not become floats.
create function audit_values(state jsonb, other jsonb, secrets text[]) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_object_agg(field_name(key), case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when jsonb_typeof(value) = 'number' then to_jsonb(value #>> '{}')
    else value end)
  from jsonb_each(state)
  where value is distinct from other -> key and (other is not null or value <> 'null')
    and key not in ('user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url') $$;

-- The first argument is the column that a record is called by, the others are secret: that they were
-- changed is kept, and nothing of what they hold.
create function keep_audit() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  one jsonb := coalesce(becomes, was);
  secrets text[] := tg_argv[1:];
  changed_from jsonb := audit_values(was, becomes, secrets);
  changed_to jsonb := audit_values(becomes, was, secrets);
begin
  if tg_op = 'UPDATE' then
    if changed_to is null then return null; end if;
    update audit
      set after = after || changed_to,
        before = case when action = 'changed' then changed_from || before end
      where user_id = new.user_id and subject = tg_table_name and subject_id = new.id
        and action in ('created', 'changed') and in_this_transaction(audit);
    if found then return null; end if;
  end if;
  insert into audit (user_id, action, subject, subject_id, label, before, after)
  values ((one ->> 'user_id')::uuid,
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
    tg_table_name, (one ->> 'id')::bigint, one ->> tg_argv[0], changed_from, changed_to);
  return null;
end $$;

create trigger drivers_audit after insert or update or delete on drivers
  for each row execute function keep_audit('name', 'bank_details');
create trigger owners_audit after insert or update or delete on owners
  for each row execute function keep_audit('name', 'bank_details', 'tax_id');
create trigger trucks_audit after insert or update or delete on trucks
  for each row execute function keep_audit('truck_id');
create trigger brokers_audit after insert or update or delete on brokers
  for each row execute function keep_audit('company_name');
create trigger dispatchers_audit after insert or update or delete on dispatchers
  for each row execute function keep_audit('name');
create trigger loads_audit after insert or update or delete on loads
  for each row execute function keep_audit('load_id');
create trigger billing_audit after insert or update or delete on billing
  for each row execute function keep_audit('settlement_date');
create trigger deduction_rules_audit after insert or update or delete on deduction_rules
  for each row execute function keep_audit('description');
create trigger settings_audit after insert or update or delete on settings
  for each row execute function keep_audit('company_name');
