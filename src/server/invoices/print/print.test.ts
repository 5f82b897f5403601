/** The printed invoice. Format 1 prints the same bytes forever. */
import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { InvoiceSnapshot } from '#core/invoices/snapshot.ts'
import { openPrinter } from '#server/statements/printer/printer.ts'
import { openBiller } from '#server/testing/invoices/biller.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp } from '#server/testing/test-app.ts'
import { buildInvoice } from './build-invoice.ts'

const printer = openPrinter(1)
afterAll(() => printer.close())
const { app } = await testApp()

const SNAPSHOT: InvoiceSnapshot = {
  format: 1,
  kind: 'invoice',
  number: 'INV-1042',
  invoiceDate: '2026-11-20',
  termsDays: 30,
  dueOn: '2026-12-20',
  company: {
    name: 'Blue Ridge Haulers LLC',
    address: '12 Depot Rd\nAsheville, NC 28801',
    phone: '(828) 555-0117',
    email: 'office@blueridge.example',
    mcNumber: 'MC 123456',
    dotNumber: 'USDOT 7654321',
    logoUrl: null,
  },
  carrierId: 'T-55821',
  billTo: { name: 'Keystone Brokerage', address: 'PO Box 77\nHarrisburg, PA 17101' },
  remitTo: {
    name: 'Blue Ridge Haulers LLC',
    address: 'PO Box 5\nAsheville, NC 28802',
    notice: null,
  },
  loads: [
    {
      id: 7,
      loadId: 'L-100',
      brokerLoadNumber: '20512345',
      poNumber: 'PO-9',
      bolNumber: 'B-88',
      pickupNumber: 'PU-3',
      pickup: { city: 'Dallas', state: 'TX', zip: '75201', day: '2026-11-16' },
      delivery: { city: 'Atlanta', state: 'GA', zip: '30303', day: '2026-11-18' },
      pieces: 26,
      weight: '42000.00',
      cargoType: 'Paper',
    },
  ],
  lines: [
    line(1, { kind: 'line-haul', amount: '2400.00' }),
    line(2, {
      kind: 'detention',
      quantity: '2.50',
      rate: '60.00',
      amount: '150.00',
      point: 'Atlanta, GA',
    }),
    line(3, { kind: 'extra', description: 'Agreed discount', amount: '-25.00', loadId: null }),
  ],
  total: '2525.00',
  note: 'Thank you.',
  accountNote: 'Questions: billing@blueridge.example',
  credits: null,
}

function line(number: number, more: Partial<InvoiceSnapshot['lines'][number]>) {
  return {
    id: null,
    number,
    loadId: 7,
    loadNumber: 'L-100',
    chargeId: null,
    kind: 'other',
    description: null,
    point: null,
    quantity: null,
    rate: null,
    amount: '0.00',
    ...more,
  }
}

const print = (snapshot: InvoiceSnapshot, mark: 'draft' | 'void' | null = null) =>
  printer.print(buildInvoice(snapshot, { logo: null, mark }))
const digest = (pdf: Uint8Array) => createHash('sha256').update(pdf).digest('hex')

test('C174 The invoice has the contents of a freight bill, each number under its own name', async () => {
  const text = (await pdfText(await print(SNAPSHOT))).join('\n')
  for (const part of [
    ...['INVOICE', 'INV-1042', '11/20/2026', 'Net 30 days', '12/20/2026', 'T-55821'],
    ...['MC 123456', 'USDOT 7654321', 'Bill to', 'Keystone Brokerage', 'Remit to', 'PO Box 5'],
    ...['Load # 20512345', 'Carrier load # L-100', 'PO # PO-9', 'BOL # B-88', 'Pickup # PU-3'],
    ...['Pickup 11/16/2026 Dallas, TX 75201', 'Delivery 11/18/2026 Atlanta, GA 30303'],
    ...['Pieces 26', '42,000 lb', 'Commodity Paper', 'Line Haul', 'Detention · Atlanta, GA'],
    ...['$60.00', '$150.00', 'Agreed discount', '-$25.00', 'Total Due', '$2,525.00', 'Thank you.'],
  ])
    expect(text).toContain(part)
})

test('C174 Format 1 prints the same bytes forever', async () => {
  expect([digest(await print(SNAPSHOT)), digest(await print(SNAPSHOT, 'void'))]).toEqual([
    '0742844606bcd177ffdaab9880c287f7997d5fb7be519e0b6b952a20455ab9d1',
    '1fdab6a2d64150baabd909fe7fb8a4d07657fe1894e6e1b26ce713d2d7363af8',
  ])
})

test('C174 A credit note names the invoice that it credits and the reason', async () => {
  const credit = {
    ...SNAPSHOT,
    kind: 'credit-note' as const,
    number: 'INV-1043',
    total: '-150.00',
    lines: [line(1, { kind: 'detention', amount: '-150.00' })],
    credits: { number: 'INV-1042', invoiceDate: '2026-11-20', reason: 'Not agreed' },
  }
  const text = (await pdfText(await print(credit))).join('\n')
  for (const part of ['CREDIT NOTE', 'INV-1042 of 11/20/2026', 'Reason: Not agreed', '-$150.00'])
    expect(text).toContain(part)
})

test('C167 C174 An approved invoice prints the same after its broker, load and company changed', async () => {
  const biller = await openBiller(app)
  const load = await biller.addLoad({ brokerLoadNumber: '777' })
  const [made] = await biller.draft([load])
  const path = `/api/invoices/${made?.id}/invoice.pdf`
  const read = async () => (await biller.client.get(path)).text
  expect(await read()).toContain('%PDF')
  await biller.approve(made?.id ?? 0)
  const before = await read()
  const broker = (await biller.client.get(`/api/brokers/${biller.brokerId}`)).body
  await biller.must('PUT', `/api/brokers/${broker.id}`, {
    ...broker,
    companyName: 'Renamed',
    address: 'X',
  })
  await biller.must('PUT', `/api/loads/${load.id}`, {
    ...(await biller.loadOf(load)),
    revenue: '1.00',
  })
  const { id } = (await biller.client.get('/api/settings')).body
  await biller.must('PUT', `/api/settings/${id}`, { companyName: 'Other Name' })
  expect(await read()).toBe(before)
})
