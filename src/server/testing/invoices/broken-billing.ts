/** The invariants of invoices, the ledger, money received, factoring and the books, as queries. The database's guards check the same rules for changed rows. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

/** Each query finds the rows that break its rule. */
const NEVER = {
  'C166 an open amount or a last day that does not follow from its entries': sql`select invoices.id from invoices
    left join (select user_id, invoice_id, sum(amount) as open, max(day) as last, -sum(amount) filter (where kind in ('credit', 'credit-void')) as credited
      from receivable_entries group by 1, 2) as sums on sums.user_id = invoices.user_id and invoice_id = invoices.id
    where open_amount <> coalesce(open, 0) or last_entry_on is distinct from last or credited_amount <> coalesce(credited, 0)`,
  'C166 an invoice below zero or above its total on a day': sql`select invoice_id, day from (
      select user_id, invoice_id, day, sum(sum(amount)) over (partition by user_id, invoice_id order by day) as open
      from receivable_entries where invoice_id is not null group by 1, 2, 3) as days
    join invoices on invoices.user_id = days.user_id and invoices.id = invoice_id where open < 0 or open > total`,
  'C196 a receipt with negative unapplied money on a day': sql`select receipt_id, day from (
      select receipt_id, day, sum(sum(amount)) over (partition by user_id, receipt_id order by day) as held
      from receivable_entries where invoice_id is null group by user_id, 1, 2) as days where held > 0`,
  'C166 an entry of another broker': sql`select entry.id from receivable_entries as entry
    join invoices on invoices.user_id = entry.user_id and invoices.id = invoice_id
    where entry.broker_id <> invoices.broker_id`,
  'C166 a gap in the numbers': sql`select numbers.user_id from invoice_numbers as numbers
    join (select user_id, count(sequence) as count, min(sequence) as first, max(sequence) as last from invoices group by 1) as used
      using (user_id)
    where (used.count, used.first, used.last) <> (numbers.last - numbers.first + 1, numbers.first, numbers.last)`,
  'C167 lines that do not add up, or lines of a draft': sql`select invoices.id from invoices
    left join invoice_lines as line on line.user_id = invoices.user_id and invoice_id = invoices.id and
      (invoices.state <> 'draft' or load_id is not null)
    group by invoices.user_id, invoices.id, total having total <> coalesce(sum(amount), 0)`,
  'C167 an approved invoice without what it prints': sql`select invoices.id from invoices
    left join invoice_snapshots as frozen on frozen.user_id = invoices.user_id and invoice_id = invoices.id
    where case when state = 'draft' then frozen.user_id is not null else (snapshot ->> 'total', snapshot ->> 'number',
      snapshot ->> 'invoiceDate') is distinct from (total::text, number::text, invoice_date::text) end`,
  'C170 more credited than billed': sql`select line.credits_line_id from invoice_lines as line
    join invoices as note on note.user_id = line.user_id and note.id = line.invoice_id and note.state = 'approved'
    join invoice_lines as credited on credited.user_id = line.user_id and credited.id = line.credits_line_id
    group by line.user_id, line.credits_line_id, credited.amount, credited.invoice_id
    having -sum(line.amount) > credited.amount or bool_or(note.credits_id <> credited.invoice_id)`,
  'C165 a load on two standing invoices': sql`select load_id from invoice_loads where standing and not supplement
    group by user_id, load_id having count(*) > 1`,
  'C165 a charge on two standing lines': sql`select charge_id from invoice_lines
    where standing and credits_line_id is null and charge_id is not null group by user_id, charge_id having count(*) > 1`,
  'C165 a standing load or line of a void invoice': sql`select invoice_id from invoice_loads as billed
    join invoices on invoices.user_id = billed.user_id and invoices.id = invoice_id where standing <> (state <> 'void')
      and credited_amount = 0
    union all select invoice_id from invoice_lines as line
    join invoices on invoices.user_id = line.user_id and invoices.id = invoice_id where standing and state = 'void'`,
  'C171 a load that changed since it was billed': sql`select load_id from invoice_drift`,
  'C172 a payment status that does not follow the invoice': sql`select loads.id from loads
    where payment_status <> coalesce(derive_payment_status(user_id, id, current_date), payment_status) and not payment_status_by_hand`,
  'C179 a day of sending that is not the first': sql`select invoices.id from invoices
    left join (select user_id, invoice_id, min(sent_on) as first from invoice_sendings where undone_on is null group by 1, 2) as sending
      on sending.user_id = invoices.user_id and invoice_id = invoices.id where sent_on is distinct from first`,
  'C192 a receipt whose sums or entries are not those of its parts': sql`select receipts.id from receipts
    left join (select user_id, receipt_id, sum(amount) filter (where ended is null) as parts from receipt_parts group by 1, 2) as paid
      on paid.user_id = receipts.user_id and paid.receipt_id = receipts.id
    left join (select user_id, receipt_id, sum(amount) filter (where ended_on is null) as refunds from receipt_refunds group by 1, 2)
      as back on back.user_id = receipts.user_id and back.receipt_id = receipts.id
    left join (select user_id, receipt_id, coalesce(sum(amount) filter (where invoice_id is not null), 0) as on_invoices,
        coalesce(sum(amount) filter (where invoice_id is null), 0) as on_none
      from receivable_entries where difference_id is null group by 1, 2) as entry
      on entry.user_id = receipts.user_id and entry.receipt_id = receipts.id
    where (applied, refunded) <> (coalesce(parts, 0), coalesce(refunds, 0))
      or (coalesce(on_invoices, 0), coalesce(on_none, 0)) <> (-applied, -unapplied)`,
  'C193 a part of another broker, without an invoice, or before its invoice': sql`select part.id from receipt_parts as part
    join receipts on receipts.user_id = part.user_id and receipts.id = receipt_id
    join invoices on invoices.user_id = part.user_id and invoices.id = invoice_id
    where receipts.broker_id <> invoices.broker_id or invoices.kind <> 'invoice' or invoices.state <> 'approved'
      or applied_on < greatest(invoice_date, received_on)`,
  'C194 a difference without its entry': sql`select difference.id from receipt_differences as difference
    left join (select user_id, difference_id, sum(amount) as amount from receivable_entries group by 1, 2) as entry
      on entry.user_id = difference.user_id and difference_id = difference.id
    where coalesce(entry.amount, 0) <> case when ended is null and kind not in ('short-pay-disputed', 'short-pay-accepted')
      then -difference.amount else 0 end`,
  'C212 a schedule whose face is not the sum of its lines': sql`select schedule.id from factor_schedules as schedule
    left join factor_schedule_lines as line on line.user_id = schedule.user_id and schedule_id = schedule.id
    group by schedule.user_id, schedule.id having schedule.face <> coalesce(sum(line.face), 0)`,
  'C215 a line that is wrongly stored as closed or open': sql`select line.id from factor_schedule_lines as line
    where closed <> is_closed_with_factor(user_id, invoice_id, face)`,
  'C213 a report whose entries are not its amount': sql`select deposit.id from factor_deposits as deposit
    left join factor_entries as entry on entry.user_id = deposit.user_id and deposit_id = deposit.id
    group by deposit.user_id, deposit.id having deposit.amount <> coalesce(sum(cash), 0)`,
  'C213 a purchase that is not the face': sql`select bought.invoice_id from (
      select user_id, invoice_id, sum(amount) as amount from factor_entries
      where kind in ('advance', 'fee', 'reserve') and not voided group by 1, 2) as bought
    left join factor_schedule_lines as line on line.user_id = bought.user_id and line.invoice_id = bought.invoice_id and standing
    left join factor_schedules as schedule on schedule.user_id = line.user_id and schedule.id = schedule_id and state = 'submitted'
    where amount is distinct from case when schedule.id is not null then line.face end`,
  'C213 more taken from a reserve than it holds': sql`select invoice_id from (
      select invoice_id, sum(sum(reserve)) over (partition by user_id, invoice_id order by day) as held
      from factor_entries where not voided and invoice_id is not null group by user_id, invoice_id, day) as days
    where held < 0`,
  'C214 an invoice that the broker paid to the factor, without its entry': sql`select entry.id from factor_entries as entry
    left join receivable_entries as paid on paid.user_id = entry.user_id and factor_entry_id = entry.id
    where entry.kind = 'debtor-paid' and not voided and paid.amount is distinct from -entry.amount`,
  'C224 a record of the books with another figure': sql`select record_id from export_entries as exported
    left join receivable_entries as entry on entry.user_id = exported.user_id and entry.id = record_id
    where source = 'receivable' and (figure, exported.day) is distinct from (entry.amount, entry.day)`,
}

/** Finds the broken rules, each with the number of rows and the first rows. */
export async function findBrokenBilling(database: Database): Promise<unknown[]> {
  const broken: unknown[] = []
  await database.transaction().execute(async (work) => {
    await sql`set local statement_timeout = 0`.execute(work)
    for (const [rule, query] of Object.entries(NEVER)) {
      const { rows } = await query.execute(work)
      if (rows.length) broken.push([rule, rows.length, rows.slice(0, 3)])
    }
  })
  return broken
}

/** Finds links to rows that do not exist, because a fill without triggers does not check them. */
export async function findBrokenLinks(database: Database): Promise<string[]> {
  const { rows: links } = await sql<{ name: string; query: string }>`
    select conname as name, format('select count(*)::int as count from %s as child where %s and not exists (
        select from %s as parent where %s)', conrelid::regclass,
      (select string_agg(format('child.%I is not null', attname), ' and ') from pg_attribute
        where attrelid = conrelid and attnum = any(conkey)),
      confrelid::regclass,
      (select string_agg(format('child.%I = parent.%I', own.attname, other.attname), ' and ')
        from unnest(conkey, confkey) as pair (own_at, other_at)
          join pg_attribute as own on own.attrelid = conrelid and own.attnum = own_at
          join pg_attribute as other on other.attrelid = confrelid and other.attnum = other_at)) as query
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(
    database,
  )
  const broken: string[] = []
  await database.transaction().execute(async (work) => {
    await sql`set local statement_timeout = 0`.execute(work)
    for (const { name, query } of links) {
      const { rows } = await sql.raw<{ count: number }>(query).execute(work)
      if (rows[0]?.count) broken.push(`${name}: ${rows[0].count}`)
    }
  })
  return broken
}
