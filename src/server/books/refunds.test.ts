/** Money that was refunded, in the books. */
import { expect, test } from 'vitest'
import { makeFile, mapOwnNames, netByAccount } from '#server/testing/books/export.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DAYS = { from: '2026-10-01', to: '2026-11-20' }

test.each(['qbo-journal', 'iif'] as const)(
  'C221 C240 A refund that was never cashed returns to the bank that it left (%s)',
  async (format) => {
    const carrier = await createCarrierWithInvoices(app)
    await mapOwnNames(carrier.client)
    const { id } = (await carrier.take({ amount: '500', parts: [] })).body
    await carrier.refund(id, { day: '2026-10-25', amount: '200' })
    const { refunds } = await carrier.readReceipt(id)
    const ended = await carrier.endRefund(id, refunds[0]?.id ?? 0, { day: '2026-10-31' })
    expect(ended.body).toMatchObject({ refunded: '0.00', unapplied: '500.00' })
    const text = await makeFile(carrier.client, { ...DAYS, format })
    expect(netByAccount(text, format)).toEqual({ undeposited: 50_000n, receivable: -50_000n })
  },
)
