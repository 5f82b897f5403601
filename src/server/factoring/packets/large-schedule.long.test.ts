/** A schedule too large for one email: its files are 108 MB. */
import { expect, test } from 'vitest'
import type { SchedulePackets } from '#core/factoring/schedule-packets.ts'
import type { Invoice } from '#core/invoices/responses.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { makeLargeJpeg } from '#server/testing/pictures.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app } = await ownApp({
  mailServer: {
    host: 'localhost',
    port: 25,
    secure: false,
    requireTls: false,
    login: undefined,
    from: 'carrier@example.com',
    limitMb: 1,
  },
})
const TODAY = '2026-11-23'
const MAIL = { to: 'ap@apex.example', subject: 'Schedule', text: null, sentOn: TODAY }

test('C276 A schedule of more than 100 MB can’t be emailed, but can be marked as sent', async () => {
  const carrier = await createFactoredCarrier(app, { email: 'ap@apex.example' })
  const { client } = carrier
  const files = { bol: makeLargeJpeg(18_000_000, 'a'), pod: makeLargeJpeg(18_000_000, 'b') }
  const invoices: Invoice[] = []
  for (let at = 0; at < 3; at++) {
    const invoice = await carrier.bill('1000.00')
    const load = `/api/loads/${invoice.loads[0]?.id}/documents`
    for (const kind of ['bol', 'pod'] as const)
      expect((await upload(client, load, { kind, file: files[kind] })).status).toBe(201)
    invoices.push(invoice)
  }
  const path = `/api/factor-schedules/${(await carrier.submit(invoices)).id}`
  const mailed = await client.post(`${path}/mail`, MAIL)
  expect([mailed.status, mailed.text.slice(0, 200)]).toEqual([
    409,
    expect.stringContaining('100 MB together'),
  ])
  const marked = await client.post(`${path}/sendings`, { sentOn: TODAY, note: 'Portal 77' })
  expect([marked.status, marked.body]).toEqual([201, { recorded: 3 }])
  const [sending] = (await client.get<SchedulePackets>(`${path}/packets`)).body.sendings
  expect(sending?.packets.map(({ bytes }) => bytes > 36_000_000)).toEqual([true, true, true])
})
