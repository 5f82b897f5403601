/** Factors, schedules of accounts and the factor's reports, through the API. */
import { expect, test } from 'vitest'
import type { FactorAccount, ReadyInvoices, ScheduleDetails } from '#core/factoring/responses.ts'
import type { SchedulePackets } from '#core/factoring/schedule-packets.ts'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { ownApp, type Body } from '#server/testing/test-app.ts'

const { app } = await ownApp()
const withoutMail = await ownApp({ mailServer: undefined })

const purchase = (invoiceId: number, [advance, fee, reserve]: [string, string, string]) => [
  { kind: 'advance', invoiceId, amount: advance },
  { kind: 'fee', invoiceId, amount: fee },
  { kind: 'reserve', invoiceId, amount: reserve },
]

test('C211 An approved invoice prints the factor in force, and keeps it', async () => {
  const { client, bill, factor, brokerId } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  const path = `/api/invoices/${invoice.id}`
  const before = (await client.get<InvoiceDetails>(path)).body
  expect(before.factorId).toBe(factor.id)
  expect(before.remitTo).toMatchObject({ name: 'Apex', address: factor.remitTo })
  const direct = { choice: 'direct', factorId: null, approvedLimit: null }
  expect((await client.put(`/api/brokers/${brokerId}/factor`, direct)).status).toBe(200)
  const next = await bill('500.00')
  expect(next.factorId).toBeNull()
  expect((await client.get<InvoiceDetails>(path)).body.remitTo).toEqual(before.remitTo)
})

test('C210 Only one factor at a time is for all brokers; a factor with invoices can’t be deleted', async () => {
  const { client, factor, bill } = await createFactoredCarrier(app)
  const other = { ...factor, name: 'RTS' }
  const rejected = await client.post<{ fields: object }>('/api/factors', other)
  expect([rejected.status, Object.keys(rejected.body.fields)]).toEqual([400, ['isDefault']])
  expect((await client.post('/api/factors', { ...other, isDefault: false })).status).toBe(201)
  const twice = await client.post<{ fields: object }>('/api/factors', factor)
  expect(twice.status).toBe(400)
  await bill('10.00')
  expect((await client.delete(`/api/factors/${factor.id}`)).status).toBe(409)
})

test('C212 A submitted schedule has the next number of its factor, and an invoice is on one schedule', async () => {
  const { client, bill, schedule, submit, factor } = await createFactoredCarrier(app)
  const [one, two] = [await bill('1000.00'), await bill('250.50')]
  const first = await submit([one])
  expect(first).toMatchObject({ number: 1, state: 'submitted', face: '1000.00', count: 1 })
  expect((await schedule([one.id])).status).toBe(400)
  const ready = (await client.get<ReadyInvoices>(`/api/factors/${factor.id}/ready`)).body
  expect(ready.invoices.map(({ id }) => id)).toEqual([two.id])
  expect((await submit([two])).number).toBe(2)
  const path = `/api/factor-schedules/${first.id}`
  const ended = await client.post<ScheduleDetails>(`${path}/void`, {
    on: '2026-11-04',
    reason: 'Not taken',
    confirmed: ['on'],
  })
  expect(ended.body).toMatchObject({ number: 1, state: 'void' })
  expect((await submit([one])).number).toBe(3)
})

test('C212 Two schedules at once never list the same invoice', async () => {
  const { bill, schedule } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  const tried = await Promise.all([schedule([invoice.id]), schedule([invoice.id])])
  expect(tried.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

test('C385 A schedule with an unusual day must be confirmed, when it is made and when its day changes', async () => {
  const { client, bill, factor } = await createFactoredCarrier(app)
  const { id } = await bill('1000.00')
  const path = `/api/factors/${factor.id}/schedules`
  const values = { day: '2999-01-01', invoiceIds: [id] }
  const asked = await client.post(path, values)
  expect([asked.status, asked.body['confirm']]).toEqual([409, 'day'])
  const made = await client.post<ScheduleDetails>(path, { ...values, confirmed: ['day'] })
  expect(made.status).toBe(201)
  const change = (day: string) =>
    client.put<Body>(`/api/factor-schedules/${made.body.id}`, { ...values, day })
  expect((await change('2999-01-01')).status).toBe(200)
  expect((await change('1999-01-01')).body['confirm']).toBe('day')
})

test('C211 A schedule over the approved limit of a broker is rejected with what is left', async () => {
  const { client, bill, schedule, brokerId, factor, submit } = await createFactoredCarrier(app)
  const choice = { choice: 'factor', factorId: factor.id, approvedLimit: '1200.00' }
  await client.put(`/api/brokers/${brokerId}/factor`, choice)
  const [one, two] = [await bill('1000.00'), await bill('300.00')]
  await submit([one])
  const made = await schedule([two.id])
  const path = `/api/factor-schedules/${made.body.id}/submit`
  const rejected = await client.post<{ fields: { invoiceIds: string[] } }>(path)
  expect(rejected.status).toBe(400)
  expect(rejected.body.fields.invoiceIds[0]).toContain('$200.00 left')
})

test('C213 The entries of a report add up to the money wired', async () => {
  const { bill, submit, report } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  await submit([invoice])
  const entries = purchase(invoice.id, ['900.00', '30.00', '70.00'])
  const wrong = await report('899.99', entries)
  expect(wrong.status).toBe(400)
  expect(wrong.body.fields?.['amount']).toEqual(['The entries add up to $900.00'])
  expect((await report('900.00', entries)).status).toBe(201)
  expect((await report('900.00', entries)).body.fields?.['entries']?.[0]).toContain(
    'is already purchased',
  )
})

test('C214 A purchase that is not the face amount is rejected, and so is more than the reserve', async () => {
  const { bill, submit, report } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  const early = await report('900.00', purchase(invoice.id, ['900.00', '30.00', '70.00']))
  expect(early.body.fields?.['entries']?.[0]).toContain('not on a submitted schedule')
  await submit([invoice])
  const wrong = await report('900.00', purchase(invoice.id, ['900.00', '30.00', '69.99']))
  expect(wrong.body.fields?.['entries']?.[0]).toContain('its face is $1,000.00')
  await report('900.00', purchase(invoice.id, ['900.00', '30.00', '70.00']))
  const released = { kind: 'reserve-released', invoiceId: invoice.id, amount: '70.01' }
  const over = await report('70.01', [released], '2026-11-20')
  expect(over.body.fields?.['entries']?.[0]).toContain('than the factor holds')
})

test('C215 Funded is not paid: the invoice is open until the factor reports the broker’s payment', async () => {
  const carrier = await createFactoredCarrier(app)
  const { bill, submit, report, readInvoice, paymentStatus, client } = carrier
  const invoice = await bill('1000.00')
  const schedule = await submit([invoice])
  await report('900.00', purchase(invoice.id, ['900.00', '30.00', '70.00']))
  expect((await readInvoice(invoice.id)).openAmount).toBe('1000.00')
  expect(await paymentStatus(invoice)).toBe('processed')
  const funded = (await client.get<ScheduleDetails>(`/api/factor-schedules/${schedule.id}`)).body
  expect(funded.invoices[0]).toMatchObject({ state: 'funded', recourseOn: '2027-02-03' })
  const paid = [
    { kind: 'debtor-paid', invoiceId: invoice.id, amount: '1000.00' },
    { kind: 'reserve-released', invoiceId: invoice.id, amount: '70.00' },
  ]
  const closing = await report('70.00', paid, '2026-11-20')
  expect(closing.status).toBe(201)
  expect((await readInvoice(invoice.id)).openAmount).toBe('0.00')
  expect(await paymentStatus(invoice)).toBe('paid')
  const ended = { on: '2026-11-21', reason: 'Wrong day' }
  const path = `/api/factor-deposits/${closing.body.id}/void`
  const voided = await client.post(path, ended)
  expect([voided.status, voided.status === 200 ? '' : voided.text]).toEqual([200, ''])
  expect((await readInvoice(invoice.id)).openAmount).toBe('1000.00')
})

test('C213 A report that a later report needs can’t be voided', async () => {
  const { bill, submit, report, client } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  await submit([invoice])
  const bought = await report('900.00', purchase(invoice.id, ['900.00', '30.00', '70.00']))
  const released = { kind: 'reserve-released', invoiceId: invoice.id, amount: '70.00' }
  expect((await report('70.00', [released], '2026-11-20')).status).toBe(201)
  const ended = { on: '2026-11-21', reason: 'Wrong' }
  const kept = await client.post(`/api/factor-deposits/${bought.body.id}/void`, ended)
  expect(kept.status).toBe(409)
})

test('C212 An invoice that a factor has can’t be voided', async () => {
  const { bill, submit, client } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  await submit([invoice])
  const ended = { on: '2026-11-10', reason: 'Wrong rate' }
  expect((await client.post(`/api/invoices/${invoice.id}/void`, ended)).status).toBe(409)
})

test('C216 The account shows the reserve before and after, and by invoice', async () => {
  const { bill, submit, report, client, factor } = await createFactoredCarrier(app)
  const [one, two] = [await bill('1000.00'), await bill('500.00')]
  await submit([one, two])
  await report('900.00', purchase(one.id, ['900.00', '30.00', '70.00']), '2026-11-05')
  await report('450.00', purchase(two.id, ['450.00', '15.00', '35.00']), '2026-11-12')
  const path = `/api/factors/${factor.id}/account?from=2026-11-10&to=2026-11-30`
  const account = (await client.get<FactorAccount>(path)).body
  expect(account).toMatchObject({ opening: '70.00', closing: '105.00' })
  expect(account.deposits.map(({ amount }) => amount)).toEqual(['450.00'])
  expect(account.held.map(({ held }) => held).toSorted()).toEqual(['35.00', '70.00'])
})

test('C217 The CSV file of a schedule has the factor’s columns, with formulas escaped', async () => {
  const { bill, submit, client, factor } = await createFactoredCarrier(app, {
    clientNumber: '=1+1',
  })
  const invoice = await bill('1234.50')
  const schedule = await submit([invoice])
  const columns = [
    { title: 'Client', value: 'clientNumber' },
    { title: 'Amount', value: 'amount' },
  ]
  const file = { columns, titles: true, dates: 'YYYY-MM-DD', amounts: '$1,234.50' }
  expect((await client.put(`/api/factors/${factor.id}/file`, file)).status).toBe(200)
  const csv = await client.get(`/api/factor-schedules/${schedule.id}/schedule.csv`)
  expect(csv.text.split(/\r?\n/).slice(0, 2)).toEqual(['Client,Amount', '\'=1+1,"$1,234.50"'])
})

test('C218 The PDF of a schedule has its invoices, the total and a line for the signature', async () => {
  const { bill, submit, client } = await createFactoredCarrier(app)
  const invoices = [await bill('1000.00'), await bill('250.50')]
  const schedule = await submit(invoices)
  const { rawPayload } = await app.inject({
    url: `/api/factor-schedules/${schedule.id}/schedule.pdf`,
    headers: { cookie: client.cookie },
  })
  const text = (await pdfText(rawPayload)).join('\n')
  expect(text).toContain('Total Face Amount')
  expect(text).toContain('$1,250.50')
  expect(text).toContain('Authorized signature')
  for (const { number } of invoices) expect(text).toContain(number)
})

test('C251 The factor’s account prints opening, entries, wires, reserve by invoice and closing', async () => {
  const { client, bill, submit, report, factor } = await createFactoredCarrier(app)
  const [one, two] = [await bill('1000.00'), await bill('2000.00')]
  await submit([one, two])
  await report('900.00', purchase(one.id, ['900.00', '30.00', '70.00']), '2026-11-05')
  await report('1800.00', purchase(two.id, ['1800.00', '60.00', '140.00']), '2026-11-10')
  const released = { kind: 'reserve-released', invoiceId: one.id, amount: '70.00' }
  const paid = { kind: 'debtor-paid', invoiceId: one.id, amount: '1000.00' }
  await report('70.00', [released, paid], '2026-11-12')
  const read = async (query: string) => {
    const url = `/api/factors/${factor.id}/account.pdf?${query}`
    const { rawPayload, statusCode } = await app.inject({ url, headers: { cookie: client.cookie } })
    expect([url, statusCode]).toEqual([url, 200])
    return (await pdfText(rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  }
  const text = await read('from=2026-11-08&to=2026-11-30')
  expect(text).toContain('Opening reserve $70.00')
  expect(text).toMatch(/Reserve Held \S+ \$140\.00 \$1,800\.00 \$210\.00/)
  expect(text).toMatch(/Reserve Released \S+ \$70\.00 \$140\.00/)
  expect(text).toContain('Closing reserve $1,870.00 $140.00')
  expect(text).toMatch(
    new RegExp(`Reserve by Invoice on 11/30/2026.*${two.number} Landstar \\$140\\.00`),
  )
  expect(await read('from=2026-11-01&to=2026-11-06')).toContain('Closing reserve $900.00 $70.00')
  expect(
    (await client.get(`/api/factors/${factor.id}/account.pdf?from=2026-11-08&to=2026-11-01`))
      .status,
  ).toBe(400)
})

test('C248 Without a mail server, a draft has the schedule and its packets in it', async () => {
  const { client, bill, submit } = await createFactoredCarrier(withoutMail.app, {
    email: 'ap@apex.example',
  })
  const { id } = await submit([await bill('1000.00'), await bill('250.50')])
  const path = `/api/factor-schedules/${id}`
  const { mail } = (await client.get<SchedulePackets>(`${path}/packets`)).body
  expect(mail).toMatchObject({ isSetUp: false, to: 'ap@apex.example' })
  const sent = { ...mail, sentOn: '2026-11-23' }
  expect((await client.post(`${path}/mail`, sent)).status).toBe(409)
  const draft = await client.get(`${path}/mail-draft.eml`)
  expect(draft.text).toMatch(/^X-Unsent: 1$/m)
  expect(draft.text).toMatch(/^To: ap@apex\.example\r$/m)
  expect(draft.text.match(/filename=.*/g)).toHaveLength(4)
})
