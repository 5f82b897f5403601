/** Inserts invoices, credit notes, lines and snapshots, as if the invoices had been approved and voided in the app. */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { hasOutcome } from './plan.ts'

/** Every third load has a line haul and a fuel surcharge. */
const FUEL_SURCHARGE = 150
const SNAPSHOTS_AT_ONCE = 10_000

export async function insertInvoices(work: Work, userId: string): Promise<void> {
  await insertCharges(work, userId)
  await planBills(work)
  await insertBills(work, userId)
  await insertBilledLoads(work, userId)
  await insertLines(work, userId)
  await insertSnapshots(work, userId)
}

async function insertCharges(work: Work, userId: string): Promise<void> {
  await sql`insert into load_charges (user_id, load_id, number, kind, amount, owner_amount)
    select ${userId}, load.id, charge.number, charge.kind, charge.amount, charge.amount
    from (select unnest(load_ids) as id from planned) as billed
      join loads as load on load.user_id = ${userId} and load.id = billed.id and load.id % 3 = 0
      cross join lateral (values (1, 'line-haul', revenue - ${FUEL_SURCHARGE}::int),
        (2, 'fuel-surcharge', ${FUEL_SURCHARGE}::int)) as charge (number, kind, amount)
    order by load.id, number`.execute(work)
  await sql`update loads set charge_count = charges.count, billed_total = charges.amount
    from (select load_id, count(*) as count, sum(amount) as amount from load_charges
      where user_id = ${userId} group by load_id) as charges
    where loads.user_id = ${userId} and loads.id = charges.load_id`.execute(work)
}

/** Makes the table `bills`: the planned invoices, the void ones that some of them replace, and credit notes. */
async function planBills(work: Work): Promise<void> {
  const newId = sql`nextval(pg_get_serial_sequence('invoices', 'id'))`
  await sql`create temp table bills on commit drop as
    with voids as (
      select ${newId} as void_id, planned.* from planned where ${hasOutcome('rebilled')} and is_sent),
    notes as (
      select ${newId} as note_id, planned.*, case when ${hasOutcome('credited')} then day + 10 else paid_on end as credited_on
      from planned where credit > 0 and is_sent and (paid_on is not null))
    select planned.id, planned.id as planned_id, 'invoice' as kind, case when is_draft then 'draft' else 'approved' end as state,
        planned.day, planned.total, note_id, void_id as rebills_id, null::bigint as credits_id,
        null::date as voided_on, coalesce(noted, 0) as credited
      from planned left join (select id, void_id from voids) as voids using (id)
        left join (select id, note_id, credit as noted from notes) as notes using (id)
    union all select void_id, id, 'invoice', 'void', ready_on, total, null, null, null, day, 0 from voids
    union all select note_id, id, 'credit-note', 'approved', credited_on, -credit, null, null, id, null, 0 from notes`.execute(
    work,
  )
  await sql`create index on bills (id)`.execute(work)
  await sql`analyze bills`.execute(work)
}

async function insertBills(work: Work, userId: string): Promise<void> {
  await sql`insert into invoices (user_id, id, kind, state, number, sequence, broker_id, invoice_date, terms_days, due_on, total,
      open_amount, credits_id, rebills_id, factor_id, approved_at, voided_on, void_reason, created_at, credited_amount)
    overriding system value
    select ${userId}, bills.id, bills.kind, bills.state, sequence::text, sequence, broker_id,
      case when bills.state <> 'draft' then bills.day end, 30, case when bills.state <> 'draft' then bills.day + 30 end,
      case when bills.state <> 'draft' then bills.total else 0 end, 0, credits_id, rebills_id,
      case when bills.state <> 'draft' then factor_id end,
      case when bills.state <> 'draft' then bills.day + time '15:00' end, voided_on,
      case when voided_on is not null then 'Wrong charge' end, bills.day + time '14:00', credited
    from bills join planned on planned.id = planned_id
      left join (select id, row_number() over (order by day, id) as sequence from bills
        where state <> 'draft') as numbered on numbered.id = bills.id
    order by bills.day, bills.id`.execute(work)
  await sql`insert into invoice_numbers (user_id, last)
    select ${userId}, max(sequence) from invoices where user_id = ${userId}`.execute(work)
  await sql`with logged as materialized (select invoices.*, nextval('audit_id_seq') as event_id from invoices where user_id = ${userId})
    insert into audit (user_id, id, save_id, action, subject, subject_id, label, after) overriding system value
    select user_id, event_id, event_id, 'created', 'invoices', id, number,
      audit_values(to_jsonb(logged) - 'event_id', null, '{}') from logged`.execute(work)
  await sql`analyze invoices, audit`.execute(work)
}

async function insertBilledLoads(work: Work, userId: string): Promise<void> {
  await sql`insert into invoice_loads (user_id, invoice_id, load_id, standing)
    select ${userId}, bills.id, load_id, bills.state <> 'void'
    from bills join planned on planned.id = planned_id cross join lateral unnest(load_ids) as load_id
    where bills.kind = 'invoice' order by bills.id, load_id`.execute(work)
}

/** A draft has no stored lines. A credit note credits a part of the first line. */
async function insertLines(work: Work, userId: string): Promise<void> {
  await sql`insert into invoice_lines (user_id, invoice_id, number, load_id, charge_id, kind, amount, standing)
    select ${userId}, bills.id,
      row_number() over (partition by bills.id order by load.delivery_date, load.id, charge.number), load.id,
      charge.id, coalesce(charge.kind, 'line-haul'), coalesce(charge.amount, load.revenue), bills.state <> 'void'
    from bills join planned on planned.id = planned_id cross join lateral unnest(load_ids) as billed_id
      join loads as load on load.user_id = ${userId} and load.id = billed_id
      left join load_charges as charge on charge.user_id = ${userId} and charge.load_id = load.id
    where bills.kind = 'invoice' and bills.state <> 'draft'
    order by bills.id, 3`.execute(work)
  await sql`analyze invoice_lines`.execute(work)
  await sql`insert into invoice_lines (user_id, invoice_id, number, load_id, kind, amount, credits_line_id)
    select ${userId}, bills.id, 1, line.load_id, line.kind, bills.total, line.id
    from bills join invoice_lines as line on line.user_id = ${userId} and line.invoice_id = credits_id and line.number = 1
    where bills.kind = 'credit-note' order by bills.id`.execute(work)
}

/** Writes the snapshots in parts, because the driver gives up after 30 seconds. */
async function insertSnapshots(work: Work, userId: string): Promise<void> {
  const { rows } = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from invoices where user_id = ${userId}`.execute(work)
  const { first = 0, last = -1 } = rows[0] ?? {}
  for (let from = first; from <= last; from += SNAPSHOTS_AT_ONCE)
    await insertSomeSnapshots(work, userId, from)
}

async function insertSomeSnapshots(work: Work, userId: string, from: number): Promise<void> {
  const place = (side: 'pickup' | 'delivery') => {
    const column = (name: string) => sql.ref(`load.${side}_${name}`)
    return sql`jsonb_build_object('city', ${column('city')}, 'state', ${column('state')}, 'zip', ${column('zip')},
      'day', ${column('date')})`
  }
  await sql`insert into invoice_snapshots (user_id, invoice_id, snapshot)
    select ${userId}, bill.id, jsonb_build_object('format', 1, 'kind', bill.kind, 'number', bill.number,
      'invoiceDate', bill.invoice_date, 'termsDays', bill.terms_days, 'dueOn', bill.due_on,
      'company', jsonb_build_object('name', settings.company_name, 'address', settings.company_address, 'phone', null,
        'email', settings.company_email, 'mcNumber', null, 'dotNumber', null, 'logoUrl', null),
      'carrierId', null, 'billTo', jsonb_build_object('name', broker.company_name, 'address', broker.address),
      'remitTo', jsonb_build_object('name', coalesce(factor.name, settings.company_name),
        'address', coalesce(factor.remit_to, '7 Oak Rd' || chr(10) || 'Roanoke, VA 24011'), 'notice', factor.notice),
      'loads', (select coalesce(jsonb_agg(jsonb_build_object('id', load.id, 'loadId', load.load_id, 'brokerLoadNumber', null,
          'poNumber', null, 'bolNumber', null, 'pickupNumber', null, 'pickup', ${place('pickup')},
          'delivery', ${place('delivery')}, 'pieces', null, 'weight', load.weight::text, 'cargoType', load.cargo_type)
          order by load.delivery_date, load.id), '[]')
        from invoice_lines as line join loads as load on load.user_id = ${userId} and load.id = line.load_id
        where line.user_id = ${userId} and line.invoice_id = bill.id and line.kind = 'line-haul'),
      'lines', (select jsonb_agg(jsonb_build_object('id', line.id, 'number', line.number, 'loadId', line.load_id,
          'loadNumber', load.load_id, 'chargeId', line.charge_id, 'kind', line.kind, 'description', null, 'point', null,
          'quantity', null, 'rate', null, 'amount', line.amount::text) order by line.number)
        from invoice_lines as line left join loads as load on load.user_id = ${userId} and load.id = line.load_id
        where line.user_id = ${userId} and line.invoice_id = bill.id),
      'total', bill.total::text, 'note', null, 'accountNote', null,
      'credits', case when credited.id is not null then jsonb_build_object('number', credited.number,
        'invoiceDate', credited.invoice_date, 'reason', 'Agreed with the broker') end)
    from invoices as bill
      join settings on settings.user_id = ${userId}
      join brokers as broker on broker.user_id = ${userId} and broker.id = bill.broker_id
      left join factors as factor on factor.user_id = ${userId} and factor.id = bill.factor_id
      left join invoices as credited on credited.user_id = ${userId} and credited.id = bill.credits_id
    where bill.user_id = ${userId} and bill.state <> 'draft' and bill.id >= ${from}
      and bill.id < ${from + SNAPSHOTS_AT_ONCE} order by bill.id`.execute(work)
}
