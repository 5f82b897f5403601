-- Packets of invoices: the order of their papers, and each sending of one (SPEC C175–C181).

-- One row for the company, without a broker, and one for each broker with its own order. It has no link to the broker: it
-- survives while the broker is in the trash.
create table packet_orders (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  broker_id bigint,
  -- Kinds of documents, and "invoice", in their order.
  kinds jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint packet_orders_broker_id_key unique nulls not distinct (user_id, broker_id)
);
create trigger packet_orders_touch_audit after insert or update or delete on packet_orders
  for each row execute function touch_audit('broker_id');

-- What went to a broker or a factor. The packet's bytes can be made again from its papers.
create table invoice_sendings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  channel text not null constraint invoice_sendings_channel_check check (channel in ('download', 'mail', 'portal', 'factor')),
  note text,
  -- The day of the request. A mail counts as sent once the mail server has taken it.
  asked_on date not null,
  sent_on date,
  sha256 text not null,
  pages integer not null,
  bytes integer not null,
  -- In their order, each with its digest.
  papers jsonb not null,
  sent_by uuid,
  undone_on date,
  undone_by uuid,
  undone_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint invoice_sendings_invoice_id_fkey foreign key (user_id, invoice_id) references invoices (user_id, id)
    on delete cascade,
  constraint invoice_sendings_mail_check check (sent_on is not null or channel = 'mail'),
  constraint invoice_sendings_undone_check check ((undone_on is null) = (undone_reason is null))
);
create index invoice_sendings_invoice_id_idx on invoice_sendings (user_id, invoice_id, id);
create trigger invoice_sendings_touch_audit after insert or update or delete on invoice_sendings
  for each row execute function touch_audit('channel');

-- Kept: the first day of a sending that was not undone. Null: not sent.
alter table invoices add column sent_on date;

create function touch_invoice_sent_on() returns trigger language plpgsql as $$
begin
  update invoices set sent_on = found.first_day
    from (select min(sent_on) as first_day from invoice_sendings
      where user_id = new.user_id and invoice_id = new.invoice_id and undone_on is null) as found
    where invoices.user_id = new.user_id and invoices.id = new.invoice_id
      and invoices.sent_on is distinct from found.first_day;
  return null;
end $$;
create trigger invoice_sendings_touch_invoice_sent_on after insert or update of sent_on, undone_on on invoice_sendings
  for each row execute function touch_invoice_sent_on();

-- Only an approved invoice is sent. What was sent never changes; a sending is undone once.
create function guard_invoice_sending() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if account_is_there(old.user_id) then
      raise exception 'a sending is undone, not deleted' using errcode = 'check_violation', constraint = 'invoice_sendings_kept';
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform from invoices where user_id = new.user_id and id = new.invoice_id and state = 'approved' for no key update;
    if not found then
      raise exception 'the invoice is not approved' using errcode = 'check_violation', constraint = 'invoice_sendings_approved';
    end if;
  elsif (new.invoice_id, new.channel, new.asked_on, new.sha256, new.pages, new.bytes, new.papers, new.sent_by)
      is distinct from (old.invoice_id, old.channel, old.asked_on, old.sha256, old.pages, old.bytes, old.papers, old.sent_by)
    or old.sent_on is not null and new.sent_on is distinct from old.sent_on
    or old.undone_on is not null and (new.undone_on, new.undone_by, new.undone_reason, new.sent_on)
      is distinct from (old.undone_on, old.undone_by, old.undone_reason, old.sent_on) then
    raise exception 'what was sent never changes' using errcode = 'check_violation', constraint = 'invoice_sendings_frozen';
  end if;
  return new;
end $$;
create trigger invoice_sendings_guard_invoice_sending before insert or update or delete on invoice_sendings
  for each row execute function guard_invoice_sending();
