/** What an invoice prints: built from today's records for a draft, and frozen at approval (SPEC C167). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Party } from '#core/invoices/responses.ts'
import type {
  InvoiceSnapshot,
  RemitTo,
  SnapshotLine,
  SnapshotLoad,
} from '#core/invoices/snapshot.ts'
import type { InvoiceKind } from '#core/invoices/status.ts'
import { addUp, toAmount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { DraftLine } from '#server/invoices/drafts/draft-lines.ts'
import type { LoadToBill } from '#server/invoices/loads-to-bill.ts'
import { formatCompanyAddress } from '#server/invoices/remit-to.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'
import { readCompany, requireCompany } from '#server/settings/company.ts'

/** The format of newly approved invoices. A frozen invoice is always printed in its own format. */
const INVOICE_FORMAT = 1

export type BilledBroker = {
  id: number
  name: string
  billTo: Party
  carrierId: string | null
  hasAddress: boolean
}

type Values = {
  kind: InvoiceKind
  number: string | null
  invoiceDate: Day | null
  termsDays: number
  dueOn: Day | null
  note: string | null
  remitTo: RemitTo
  loads: readonly LoadToBill[]
  lines: SnapshotLine[]
  credits: InvoiceSnapshot['credits']
}

export async function buildSnapshot(
  work: Database | Work,
  userId: string,
  { billTo, carrierId }: BilledBroker,
  { loads, lines, ...values }: Values,
): Promise<InvoiceSnapshot> {
  const isDraft = values.number === null
  const company = await (isDraft ? readCompany : requireCompany)(work, userId)
  const settings = await readBillingSettings(work, userId)
  const { mcNumber, dotNumber, note: accountNote } = settings
  return {
    format: INVOICE_FORMAT,
    ...values,
    company: {
      name: company.companyName,
      address: formatCompanyAddress(company),
      phone: company.companyPhone,
      email: company.companyEmail,
      mcNumber,
      dotNumber,
      logoUrl: company.logoUrl,
    },
    carrierId,
    billTo,
    loads: loads.toSorted(byDelivery).map(toSnapshotLoad),
    lines,
    total: toAmount(addUp(lines.map(({ amount }) => amount))),
    accountNote,
  }
}

export async function readBilledBroker(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<BilledBroker> {
  const { rows } = await sql<BilledBroker & { name: string; address: string | null }>`
    select id, company_name as name, carrier_id,
      json_build_object('name', coalesce(bill_to_name, company_name), 'address', coalesce(bill_to_address, address)) as bill_to,
      coalesce(bill_to_address, address, invoice_email, email) is not null as has_address
    from brokers where user_id = ${userId} and id = ${id}`.execute(work)
  const [broker] = rows
  if (!broker) throw new Error(`Broker ${id} of an invoice does not exist`)
  return broker
}

export async function readInvoiceSnapshot(
  work: Database | Work,
  userId: string,
  invoiceId: number,
): Promise<InvoiceSnapshot | null> {
  const { rows } = await sql<{ snapshot: InvoiceSnapshot }>`select snapshot from invoice_snapshots
    where user_id = ${userId} and invoice_id = ${invoiceId}`.execute(work)
  return rows[0]?.snapshot ?? null
}

export async function insertSnapshot(
  work: Work,
  userId: string,
  invoiceId: number,
  snapshot: InvoiceSnapshot,
): Promise<void> {
  await work
    .insertInto('invoiceSnapshots')
    .values({ userId, invoiceId, snapshot: JSON.stringify(snapshot) })
    .execute()
}

export function toSnapshotLines(lines: readonly DraftLine[]): SnapshotLine[] {
  return lines.map((line, at) => {
    const { lineId: id, loadId, loadNumber, chargeId, kind, description, point } = line
    const { quantity, rate, amount } = line
    const number = at + 1
    return {
      id,
      number,
      loadId,
      loadNumber,
      chargeId,
      kind,
      description,
      point,
      quantity,
      rate,
      amount,
    }
  })
}

/** Sorts loads in the same order as the lines. */
function byDelivery(one: LoadToBill, other: LoadToBill): number {
  return (
    (one.deliveryDate ?? '9999').localeCompare(other.deliveryDate ?? '9999') || one.id - other.id
  )
}

function toSnapshotLoad(load: LoadToBill): SnapshotLoad {
  const { id, loadId, brokerLoadNumber, poNumber, bolNumber, pickupNumber } = load
  const { pieces, weight, cargoType } = load
  const { pickupCity, pickupState, pickupZip, pickupDate } = load
  const { deliveryCity, deliveryState, deliveryZip, deliveryDate } = load
  return {
    id,
    loadId,
    brokerLoadNumber,
    poNumber,
    bolNumber,
    pickupNumber,
    pickup: { city: pickupCity, state: pickupState, zip: pickupZip, day: pickupDate },
    delivery: { city: deliveryCity, state: deliveryState, zip: deliveryZip, day: deliveryDate },
    pieces,
    weight,
    cargoType,
  }
}
