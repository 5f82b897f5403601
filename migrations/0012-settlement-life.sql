-- The life of a settlement (SPEC C3): pending, approved, paid, void. From its approval on, what its
-- statement prints stands: neither a route nor an update by hand can change it.

alter table billing
  add column number integer,
  add column approved_at timestamptz,
  add column paid_on date,
  add column payment_method text,
  add column payment_reference text,
  add column voided_at timestamptz,
  add column void_reason text,
  drop constraint billing_truck_id_settlement_date_key,
  add constraint billing_number_key unique (user_id, number),
  add constraint billing_number_check check ((status = 'pending') = (number is null)),
  add constraint billing_paid_check
    check (status <> 'paid' or (paid_on is not null and payment_method is not null)),
  add constraint billing_void_check check ((status = 'void') = (void_reason is not null));

-- A void settlement leaves its truck and date to another.
create unique index billing_truck_id_settlement_date_key
  on billing (user_id, truck_id, settlement_date) where status <> 'void';

drop index billing_settlement_date_idx;
create index billing_settlement_date_idx
  on billing (user_id, settlement_date, id) include (total_expenses, status);

-- The last number given. Its row is held until the approval is committed, and a failed one takes
-- nothing: so there is never a gap.
create table statement_numbers (
  user_id uuid primary key references users (id) on delete cascade,
  last integer not null
);

create table statement_snapshots (
  user_id uuid not null references users (id) on delete cascade,
  billing_id bigint not null,
  snapshot jsonb not null,
  primary key (user_id, billing_id),
  constraint statement_snapshots_billing_id_fkey foreign key (user_id, billing_id)
    references billing (user_id, id) on delete cascade
);

create function refuse_frozen(what text) returns void language plpgsql as $$
begin
  raise exception '% is frozen', what using errcode = 'HB001';
end $$;

-- An account that is deleted takes its statements with it.
create function account_is_there(account uuid) returns boolean language sql stable as $$
  select exists (select from users where id = account)
$$;

-- Named to run after billing_add_up: it sees the sums that would be stored.
create function keep_frozen() returns trigger language plpgsql as $$
declare
  computed text[] := array['total_expenses', 'net_payment', 'week_number', 'week_year'];
  free text[] := computed || array['statement_url', 'version', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if old.status <> 'pending' and account_is_there(old.user_id) then
      perform refuse_frozen('statement ' || old.number);
    end if;
    return old;
  end if;
  if old.status = 'pending' then
    if new.status not in ('pending', 'approved') then perform refuse_frozen('the order of states'); end if;
    return new;
  end if;
  if new.status <> old.status then
    if not (old.status = 'approved' and new.status in ('paid', 'void')
        or old.status = 'paid' and new.status = 'void') then
      perform refuse_frozen('the order of states');
    end if;
    free := free || array['status', 'voided_at', 'void_reason'];
    if new.status = 'paid' then
      free := free || array['paid_on', 'payment_method', 'payment_reference'];
    end if;
  end if;
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    perform refuse_frozen('statement ' || old.number);
  end if;
  return new;
end $$;
create trigger billing_keep_frozen before update or delete on billing
  for each row execute function keep_frozen();

create function keep_frozen_lines() returns trigger language plpgsql as $$
declare
  line expenses := coalesce(new, old);
  free text[] := array['voided', 'version', 'updated_at'];
  state text;
begin
  select max(status) into state from billing
    where user_id = line.user_id and status <> 'pending'
      and (id = line.billing_id or (tg_op = 'UPDATE' and id = old.billing_id));
  if state is null then return line; end if;
  if tg_op = 'UPDATE' and state = 'void' and to_jsonb(new) - free = to_jsonb(old) - free then
    return new;
  end if;
  if not account_is_there(line.user_id) then return line; end if;
  perform refuse_frozen('the statement of line ' || line.id);
end $$;
create trigger expenses_keep_frozen before insert or update or delete on expenses
  for each row execute function keep_frozen_lines();

create function keep_snapshot() returns trigger language plpgsql as $$
begin
  if account_is_there(old.user_id) then perform refuse_frozen('a statement''s snapshot'); end if;
  return old;
end $$;
create trigger statement_snapshots_keep before update or delete on statement_snapshots
  for each row execute function keep_snapshot();
