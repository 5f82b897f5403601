/** What is due, late and dated today at the ends of days, whatever zone the server's process has (SPEC C518). */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, countDays, type Day } from '#core/calendar.ts'
import type { InvoiceDetails, Ready } from '#core/invoices/responses.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { BrokerAccount } from '#core/receivables/broker-account.ts'
import { REMINDER_DEFAULTS } from '#core/receivables/reminder-settings.ts'
import type { Reminders } from '#core/receivables/reminders.ts'
import { followDueInvoices } from '#server/invoices/due-invoices.ts'
import { MIDNIGHTS } from '#server/testing/midnights.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { ownApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()

/** A read of the process's zone would fail the test by itself: `scripts/tests/watch-zone.ts`. */
const SERVERS = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']
/** The last days of months, of the year, and of clocks. */
const DUE_DAYS = [
  '2026-03-07',
  '2026-03-08',
  '2026-04-30',
  '2026-10-31',
  '2026-11-01',
  '2026-12-31',
]
const TERMS = 30
const zoneBefore = process.env.TZ
afterEach(() => void vi.useRealTimers())
afterAll(() => setServerZone(zoneBefore))

function setServerZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

function setClock(instant: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
}

type DueInvoice = { id: number; load: number; dueOn: Day }
type Account = CarrierWithInvoices & { invoices: DueInvoice[] }

async function openAccount(timeZone: string): Promise<Account> {
  const carrier = await createCarrierWithInvoices(app)
  await carrier.client.put('/api/team/time-zone', { timeZone })
  const invoices: DueInvoice[] = []
  for (const dueOn of DUE_DAYS) {
    const invoiceDate = addDays(dueOn, -TERMS)
    // This day in each of the zones. A load of an invoice that is already late would be overdue at once.
    setClock(`${invoiceDate}T20:00:00Z`)
    const load = (await carrier.createBilledLoad('1000')).id
    invoices.push({ load, dueOn, id: await carrier.createInvoice({ invoiceDate, loads: [load] }) })
  }
  return { ...carrier, invoices }
}

/** The day that each screen, paper and job takes for today: what it says of the invoices. */
async function readDays({ client, brokerId, invoices }: Account) {
  await database.transaction().execute((work) => followDueInvoices(work))
  const list = (await client.get<{ id: number }[]>('/api/invoices?status=overdue')).body
  const ready = (await client.get<Ready>('/api/billing/ready')).body
  const account = (await client.get<BrokerAccount>(`/api/brokers/${brokerId}/account`)).body
  const statementPath = `/api/brokers/${brokerId}/account-statement`
  const statement = (await client.get<AccountStatement>(statementPath)).body
  const { reminders } = (await client.get<Reminders>('/api/receivables/reminders')).body
  const loads: Body[] = []
  for (const { load } of invoices) loads.push((await client.get(`/api/loads/${load}`)).body)
  const late = reminders.filter(({ stage }) => stage !== 'before')
  return {
    overdue: list.map(({ id }) => id).toSorted(byNumber),
    attention: ready.tabs.attention.count,
    owedLate: account.overdue,
    statementTo: statement.to,
    reminded: late.flatMap((one) => one.invoices.map(({ id }) => id)).toSorted(byNumber),
    overdueLoads: loads.flatMap((load) => (load.paymentStatus === 'overdue' ? [load.id] : [])),
  }
}

function expectedOn(day: Day, { invoices }: Account): Awaited<ReturnType<typeof readDays>> {
  const overdue = invoices.filter(({ dueOn }) => dueOn < day)
  const reminded = overdue.filter(({ dueOn }) => countDays(dueOn, day) >= REMINDER_DEFAULTS.dueDays)
  return {
    overdue: overdue.map(({ id }) => id).toSorted(byNumber),
    attention: overdue.length,
    owedLate: `${overdue.length * 1000 || 0}.00`,
    statementTo: day,
    reminded: reminded.map(({ id }) => id).toSorted(byNumber),
    overdueLoads: overdue.map(({ load }) => load),
  }
}

const byNumber = (one: number, other: number) => one - other
const byInstant = (one: string, other: string) => Date.parse(one) - Date.parse(other)

describe.each(SERVERS)('A server in %s', (server) => {
  beforeAll(() => setServerZone(server))

  test.each(Object.entries(MIDNIGHTS))(
    'C518 has the days of an account in %s, on every screen, paper and job',
    async (zone, instants) => {
      const account = await openAccount(zone)
      for (const instant of instants.toSorted(byInstant)) {
        setClock(instant)
        const found = await readDays(account)
        expect([instant, found]).toEqual([instant, expectedOn(instant.slice(0, 10), account)])
      }
      const last = instants.toSorted(byInstant).at(-1) ?? ''
      await expectDated(account, last.slice(0, 10))
    },
  )
})

/** What is created now is dated on the day, in its paper too, and nothing is dated later. */
async function expectDated({ client, brokerId, ...carrier }: Account, day: Day): Promise<void> {
  const load = (await carrier.createBilledLoad('500')).id
  const made = await client.post<{ created: { id: number }[] }>('/api/invoices', {
    brokerId,
    loadIds: [load],
    each: false,
  })
  const path = `/api/invoices/${made.body.created[0]?.id}`
  await client.post(`${path}/approve`, {})
  expect((await client.get<InvoiceDetails>(path)).body.invoiceDate).toBe(day)
  const [year, month, date] = day.split('-').map(Number)
  const pdf = await app.inject({ url: `${path}/invoice.pdf`, headers: { cookie: client.cookie } })
  expect((await pdfText(pdf.rawPayload)).join(' ')).toContain(`${month}/${date}/${year}`)
  const { id } = await carrier.settle('2026-10-02')
  expect((await carrier.approve(id)).body).toMatchObject({ approvedOn: day })
  const close = (closedThrough: Day) => client.put('/api/books/closing', { closedThrough })
  expect((await close(addDays(day, 1))).status).toBe(400)
  expect((await close(day)).status).toBe(200)
}
