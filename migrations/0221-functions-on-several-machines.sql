-- The functions of triggers as a database on several machines needs them (SPEC C257, decision 0160). There a trigger runs on the
-- machine that has the account's rows, names of tables end in the number of a shard, and the planner of SQL-language functions
-- does not know whose rows they read.

-- Arguments are the columns: there a row has the type of its shard.
create function shows_bol(load_id bigint, kind text, verdict text, deleted_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select load_id is not null and kind in ('bol', 'pod') and verdict <> 'sent-back' and deleted_at is null
$$;

-- 'loads' of 'loads_102170'.
create function plain_name(name text) returns text language sql immutable parallel safe
  return regexp_replace(name, '_\d{5,}$', '');

-- The program that made a change. On a machine of several, the program is Citus itself: a setting of the app's role says more.
create function program_name() returns text language plpgsql stable as $$
declare
  program text := coalesce(nullif(current_setting('haulbook.program', true), ''), current_setting('application_name'));
begin
  return case when starts_with(program, 'citus_internal') then current_user::text else program end;
end $$;

alter table audit alter column via set default program_name();

-- Ids are given by each machine: only the time orders entries of several.
create index audit_created_idx on audit (user_id, created_at, id);

create or replace function account_is_there(account uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from users where id = account and deleted_at is null);
end $$;

create or replace function is_sample(account uuid, of_table text, record bigint) returns boolean language plpgsql stable as $$
begin
  return exists (select from sample_records where user_id = account and name = of_table and record_id = record);
end $$;

-- SQL-language functions with parameters: the same query in PL/pgSQL. The output columns are those of the function.
do $$
declare
  one record;
  columns text;
begin
  select p.*, p.oid::regprocedure as called, pg_get_function_arguments(p.oid) as arguments into one from pg_proc as p
    where proname = 'find_restated_bases';
  select string_agg(name, ', ' order by place) into columns from unnest(one.proargnames, one.proargmodes::text[])
    with ordinality as given (name, mode, place) where mode = 'o';
  execute format('drop function %s', one.called);
  execute format('create function find_restated_bases(%s) returns record language plpgsql stable as %L', one.arguments,
    format(E'
begin
  select found.* into %s from (%s) as found;
end ', columns, btrim(one.prosrc, E' 
')));
  select pg_get_functiondef(oid) as definition into one from pg_proc where proname = 'refresh_drift';
  execute replace(regexp_replace(one.definition, E'
begin
',
      E'
declare
  lines record;
begin
  select * into lines from find_restated_bases(account, statement);
'),
    E'      cross join lateral find_restated_bases(account, statement) as lines
', '');
end $$;

create or replace function add_up_sums(of_account uuid default null) returns void language plpgsql as $$
declare
  account uuid;
begin
  for account in select id from users where of_account is null or id = of_account loop
    insert into sums (user_id, kind, place, amount)
      select user_id, 'loads', place_of_load(id), count(*) from loads
        where user_id = account group by user_id, place_of_load(id)
      union all select user_id, 'revenue', place_of_day(delivery_date), sum(revenue) from loads
        where delivery_date is not null and user_id = account group by user_id, delivery_date
      union all select user_id, 'expenses', place_of_day(settlement_date), sum(total_expenses) from billing
        where status <> 'void' and user_id = account group by user_id, settlement_date
      union all select user_id, 'extra-pay', place_of_day(settlement_date), sum(extra_pay) from billing
        where status <> 'void' and extra_pay <> 0 and user_id = account group by user_id, settlement_date
      union all select user_id, kind_of_open(status, hold_reason), 0, count(*) from billing
        where status in ('pending', 'approved') and user_id = account group by user_id, kind_of_open(status, hold_reason);
  end loop;
end $$;

create or replace function change_sums(changes sum_change[]) returns void language plpgsql as $$
declare
  account uuid;
begin
  for account in select distinct user_id from unnest(changes) loop
    with change as (
      select user_id, kind, place, sum(amount) as amount from unnest(changes) where user_id = account
      group by user_id, kind, place having sum(amount) <> 0),
    free as (
      select one.user_id, one.id from sums as one join change using (user_id, kind, place) where one.user_id = account
      for update of one skip locked),
    taken as (
      delete from sums using free where sums.user_id = account and free.user_id = account and sums.id = free.id
      returning sums.user_id, sums.kind, sums.place, sums.amount)
    insert into sums (user_id, kind, place, amount)
      select user_id, kind, place, sum(amount)
      from (select user_id, kind, place, amount from change union all select * from taken) as part
      group by user_id, kind, place having sum(amount) <> 0;
  end loop;
end $$;

-- The other functions of one value that read a table, by their text.
do $$
declare
  one record;
begin
  for one in select proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
        btrim(prosrc, E' \n') as query
      from pg_proc as p join pg_language on pg_language.oid = prolang and lanname = 'sql'
      where pronamespace = 'public'::regnamespace and pronargs > 0 and not proretset and proargmodes is null
        and exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and prosrc ~ ('\m(from|join)\s+' || relname || '\M')) loop
    execute format('create or replace function %I(%s) returns %s language plpgsql stable as %L', one.name, one.arguments, one.result,
      format(E'\nbegin\n  return (%s);\nend ', one.query));
  end loop;
end $$;

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
  table_name text := plain_name(tg_table_name);
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end;
begin
  if tg_op = 'DELETE' and not account_is_there(account) then return null; end if;
  changed_to := audit_values(becomes, was, secrets);
  if tg_op = 'UPDATE' and changed_to is null then return null; end if;
  changed_from := audit_values(was, becomes, secrets);
  called := audit_names(account, table_name, changed_from);
  called := coalesce(called || audit_names(account, table_name, changed_to), called,
    audit_names(account, table_name, changed_to));
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

create or replace function guard_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.transaction = pg_current_xact_id() and old.created_at >= now() then return new; end if;
  if tg_op = 'DELETE' and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    if not account_is_there(old.user_id) then return old; end if;
  end if;
  raise exception 'The audit log is only ever added to' using errcode = 'insufficient_privilege';
end $$;

drop function in_this_transaction(audit);

-- A lock on a key would be asked of all machines. A change of the key locks the tables with secrets instead.
create or replace function guard_known_key() returns trigger language plpgsql as $$
declare
  field text;
  sealed bytea;
begin
  foreach field in array tg_argv loop
    sealed := (to_jsonb(new) ->> field)::bytea;
    continue when sealed is null or get_byte(sealed, 0) = 0;
    -- What cannot be read stays as it is, whatever else of the record changes.
    continue when tg_op = 'UPDATE' and sealed = (to_jsonb(old) ->> field)::bytea;
    perform from encryption_keys where id = encode(substring(sealed from 2 for 8), 'hex');
    if not found then
      raise exception 'This key is no longer known' using errcode = 'HB002';
    end if;
  end loop;
  return new;
end $$;

create or replace function guard_posted_receipt() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb;
  once boolean := false;
  name text;
  posted text := plain_name(tg_table_name);
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception '%_posted: % is posted', posted, old.id
        using errcode = 'check_violation', constraint = posted || '_posted';
    end if;
    return old;
  end if;
  becomes := to_jsonb(new);
  foreach name in array tg_argv loop
    if name = 'once:' then
      once := true;
    elsif not once or was -> name = 'null'::jsonb then
      becomes := becomes - name;
      was := was - name;
    end if;
  end loop;
  if becomes is distinct from was then
    raise exception '%_posted: % is posted', posted, old.id
      using errcode = 'check_violation', constraint = posted || '_posted';
  end if;
  return new;
end $$;

create or replace function touch_statement_sums() returns trigger language plpgsql as $$
declare
  direction integer := case new.status when 'void' then -1 else 1 end;
begin
  if new.status = 'void' then
    delete from statement_drift where user_id = new.user_id and billing_id = new.id;
  end if;
  if new.status in ('approved', 'void') and (old.status, new.status) is distinct from ('paid', 'approved') then
    insert into statement_rule_sums as kept (user_id, rule_id, truck_id, payee, amount, lines)
      select user_id, rule_id, truck_id, new.payee, direction * sum(amount), direction * count(*) from expenses
      where user_id = new.user_id and billing_id = new.id and rule_id is not null
      group by user_id, rule_id, truck_id
      on conflict (user_id, rule_id, truck_id, payee)
        do update set amount = kept.amount + excluded.amount, lines = kept.lines + excluded.lines;
  end if;
  if new.status = 'void' then
    delete from statement_rule_sums where user_id = new.user_id and truck_id = new.truck_id and lines = 0
      and rule_id in (select rule_id from expenses where user_id = new.user_id and billing_id = new.id);
  end if;
  return null;
end $$;

create or replace function papers_needed(account uuid, broker bigint, picked_up date, stage text) returns jsonb language plpgsql stable as $$
declare
  needed jsonb;
  own jsonb;
begin
  select case when stage = 'settle' then to_settle else to_bill end into needed from document_needs
    where user_id = account and broker_id is null and first_day <= picked_up;
  if broker is null then return needed; end if;
  select case when stage = 'settle' then to_settle else to_bill end into own from document_needs
    where user_id = account and broker_id = broker and first_day <= picked_up;
  return case when own is null then needed else coalesce(needed, '{}') || own end;
end $$;

-- An outer join with null is dropped before the planner knows the account.
create or replace function find_factor_of_broker(account uuid, broker bigint, day date) returns table(factor_id bigint, name text, address text, notice text) language plpgsql stable as $$
begin
  return query select factor.id, factor.name, factor.remit_to, factor.notice from factors as factor
    left join factor_brokers as chosen on chosen.user_id = account and chosen.broker_id = coalesce(broker, 0)
    where factor.user_id = account and factor.first_day <= day and (factor.last_day is null or factor.last_day >= day)
      and case when chosen.id is null then factor.is_default else factor.id = chosen.factor_id end;
end $$;

create or replace function check_credit_note(account uuid, credit_note bigint, credited_invoice bigint) returns void language plpgsql as $$
begin
  if exists (select from invoice_lines as line left join invoice_lines as credited
        on credited.user_id = account and credited.id = line.credits_line_id and credited.invoice_id = coalesce(credited_invoice, 0)
      where line.user_id = account and line.invoice_id = credit_note and (credited.id is null
        or line.amount * credited.amount >= 0
        or abs((select sum(other.amount) from invoice_lines as other join invoices as owner
            on owner.user_id = account and owner.id = other.invoice_id
              and (owner.id = credit_note or owner.state = 'approved')
          where other.user_id = account and other.credits_line_id = line.credits_line_id)) > abs(credited.amount))) then
    raise exception 'more is credited than billed' using errcode = 'check_violation', constraint = 'invoice_lines_credited';
  end if;
end $$;

create or replace function touch_bol_status() returns trigger language plpgsql as $$
declare
  shown boolean := tg_op <> 'DELETE' and shows_bol(new.load_id, new.kind, new.verdict, new.deleted_at);
  was_shown boolean := tg_op <> 'INSERT' and shows_bol(old.load_id, old.kind, old.verdict, old.deleted_at);
  heir bigint;
  status text;
begin
  if was_shown and (not shown or new.load_id <> old.load_id) and old.bol_status_before is not null then
    if tg_op <> 'DELETE' then
      update documents set bol_status_before = null where user_id = old.user_id and id = old.id;
    end if;
    select id into heir from documents as other
      where user_id = old.user_id and load_id = old.load_id and id <> old.id and shows_bol(other.load_id, other.kind, other.verdict, other.deleted_at) order by id limit 1;
    if heir is null then
      update loads set bol_status = old.bol_status_before, version = version + 1, updated_at = now()
        where user_id = old.user_id and id = old.load_id and bol_status = 'received';
    else
      update documents set bol_status_before = old.bol_status_before where user_id = old.user_id and id = heir;
    end if;
  end if;
  if shown and (not was_shown or new.load_id <> old.load_id) then
    if not exists (select from documents as other where user_id = new.user_id and load_id = new.load_id
      and id <> new.id and shows_bol(other.load_id, other.kind, other.verdict, other.deleted_at)) then
      select bol_status into status from loads
        where user_id = new.user_id and id = new.load_id and bol_status <> 'received';
      if found then
        update loads set bol_status = 'received', version = version + 1, updated_at = now()
          where user_id = new.user_id and id = new.load_id;
        update documents set bol_status_before = status where user_id = new.user_id and id = new.id;
      end if;
    end if;
  end if;
  return null;
end $$;

drop function shows_bol(documents);

-- Null says that the status follows its invoices. A setting of the transaction would not reach the machine of the account.
create or replace function follow_loads(account uuid, load_ids bigint[], today date) returns void language plpgsql as $$
begin
  perform from loads where user_id = account and id = any(load_ids) order by id for no key update;
  update loads set payment_status = coalesce(derived.status, 'unpaid'), payment_status_by_hand = null, version = version + 1, updated_at = now()
    from (select id, derive_payment_status(account, id, today) as status from loads
        where user_id = account and id = any(load_ids) and not payment_status_by_hand) as derived
    where loads.user_id = account and loads.id = derived.id and not loads.payment_status_by_hand
      and loads.payment_status <> coalesce(derived.status, 'unpaid');
  update loads set payment_status_by_hand = false
    where user_id = account and id = any(load_ids) and payment_status_by_hand
      and not exists (select from invoice_loads as billed
        where billed.user_id = account and billed.load_id = loads.id and billed.standing);
end $$;

create or replace function touch_payment_status_by_hand() returns trigger language plpgsql as $$
begin
  new.payment_status_by_hand := new.payment_status_by_hand is not null and exists (select from invoice_loads
    where user_id = new.user_id and load_id = new.id and standing);
  return new;
end $$;

create or replace function refresh_drift_at(account uuid, places load_place[]) returns void language plpgsql as $$
declare
  statement record;
begin
  perform pg_advisory_xact_lock_shared(key)
    from (select distinct load_lock(account, truck_id) as key from unnest(places) where user_id = account
      order by 1) as locks;
  perform from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status <> 'void'
    order by billing.id for no key update of billing;
  if not found or not account_is_there(account) then return; end if;
  for statement in
    select billing.id, array_agg(distinct place.load_id) as loads from billing join unnest(places) as place
      on place.user_id = account and billing.truck_id = place.truck_id and billing.settlement_date = place.settlement_date
    where billing.user_id = account and billing.status in ('approved', 'paid')
    group by billing.id order by billing.id
  loop
    perform refresh_drift(account, statement.id, statement.loads);
  end loop;
end $$;

-- Statements of a trigger read either the changed rows or tables: together they could not be sent to the machine of the account.
create or replace function touch_left_documents() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
begin
  for account in select distinct user_id from gone loop
    continue when not account_is_there(account);
    left_loads := array(select id from gone where user_id = account);
    update documents set load_id = null, version = documents.version + 1, updated_at = now()
      where documents.user_id = account and documents.load_id = any(left_loads)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = documents.load_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

create or replace function touch_comments_of_drafts() returns trigger language plpgsql as $$
declare
  account uuid;
  left_drafts bigint[];
begin
  for account in select distinct user_id from old_rows loop
    left_drafts := array(select id from old_rows where user_id = account);
    delete from comments where comments.user_id = account and comments.billing_id = any(left_drafts)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'billing' and kept.record_id = comments.billing_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

create or replace function touch_deleted_charges() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject = 'loads' loop
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    delete from load_charges where load_charges.user_id = account and load_charges.load_id = any(left_loads)
      and not exists (select from loads where loads.user_id = account and loads.id = load_charges.load_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'loads' and kept.record_id = load_charges.load_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

create or replace function touch_deleted_comments() returns trigger language plpgsql as $$
declare
  account uuid;
  left_loads bigint[];
  left_statements bigint[];
begin
  for account in select distinct user_id from old_rows
      where action = 'deleted' and subject in ('loads', 'billing') loop
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    delete from comments where comments.user_id = account and comments.load_id = any(left_loads)
      and not exists (select from loads where loads.user_id = account and loads.id = comments.load_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'loads' and kept.record_id = comments.load_id and kept.action = 'deleted');
    left_statements := array(select record_id from old_rows
      where user_id = account and action = 'deleted' and subject = 'billing');
    delete from comments where comments.user_id = account and comments.billing_id = any(left_statements)
      and not exists (select from billing where billing.user_id = account and billing.id = comments.billing_id)
      and not exists (select from undo_records as kept where kept.user_id = account
        and kept.subject = 'billing' and kept.record_id = comments.billing_id and kept.action = 'deleted');
  end loop;
  return null;
end $$;

create or replace function touch_deleted_documents() returns trigger language plpgsql as $$
declare
  account uuid;
  left_documents bigint[];
  left_loads bigint[];
  unused bigint[];
begin
  for account in select distinct user_id from old_rows where action = 'deleted' and subject in ('documents', 'loads') loop
    left_documents := array(select record_id from old_rows
      where user_id = account and action = 'deleted' and subject = 'documents');
    unused := array(select id from documents
      where documents.user_id = account and documents.id = any(left_documents) and documents.deleted_at is not null
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'documents' and kept.record_id = documents.id and kept.action = 'deleted'));
    left_loads := array(select record_id from old_rows where user_id = account and action = 'deleted' and subject = 'loads');
    unused := unused || array(select id from documents
      where documents.user_id = account and documents.load_id = any(left_loads) and documents.sent_at is null
        and not exists (select from loads where loads.user_id = account and loads.id = documents.load_id)
        and not exists (select from undo_records as kept where kept.user_id = account
          and kept.subject = 'loads' and kept.record_id = documents.load_id and kept.action = 'deleted'));
    update documents set replaces_id = null where user_id = account and replaces_id = any(unused) and id <> all(unused);
    delete from documents where user_id = account and id = any(unused);
  end loop;
  return null;
end $$;

create or replace function touch_restored_charges() returns trigger language plpgsql as $$
declare
  account uuid;
  inserted bigint[];
  restored bigint;
begin
  for account in select distinct user_id from new_rows loop
    inserted := array(select id from new_rows where user_id = account);
    for restored in select distinct load_id from load_charges
        where user_id = account and load_id = any(inserted) order by load_id loop
      perform refresh_charged_load(account, restored);
    end loop;
  end loop;
  return null;
end $$;
