/** Emails a sample of a year's invoices and all statements of a truck, and reads them back from the mail server (SPEC C183, C190). */
import { expect } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { ReceivedMail } from '#server/testing/mail/mail-server.ts'
import { pdfRows, pdfText } from '#server/testing/pdf-text.ts'
import type { Body } from '#server/testing/test-app.ts'
import { countStep, readAllPages, type Year } from './carrier.ts'
import { feesOfTruck } from './fees.ts'
import { sumCents, type YearInvoice } from './model.ts'

/** `send`: empties the outbox. */
type Mailing = { received: readonly ReceivedMail[]; send: () => Promise<void> }

/** Checks that the attached packet has the model's invoice number, load numbers and total. */
export async function checkMailedInvoices(
  year: Year,
  count: number,
  { received, send }: Mailing,
): Promise<void> {
  const open = [...year.model.invoices.values()].filter(({ isVoid }) => !isVoid)
  const sample = new Map<number, YearInvoice>()
  while (sample.size < Math.min(count, open.length)) {
    const one = year.chance.oneOf(open)
    sample.set(one.id, one)
  }
  for (const { id } of sample.values()) {
    const mail = { to: `invoice-${id}@broker.example`, subject: `Invoice ${id}`, text: null }
    const sent = await year.client.post(`/api/invoices/${id}/mail`, { ...mail, sentOn: year.today })
    expect([id, sent.status === 201 ? '' : sent.text]).toEqual([id, ''])
    countStep(year, 'mailed invoice')
  }
  await send()
  for (const { id, number, total, loads } of sample.values()) {
    const pdf = readAttached(received, `invoice-${id}@broker.example`)
    const pages = await pdfText(pdf)
    expect(pages[0]).toContain(`Invoice ${number} · `)
    for (const load of loads) expect(pages.join('\n')).toContain(await readLoadNumber(year, load))
    const [due] = (await pdfRows(pdf)).filter(({ text }) => text.startsWith('Total Due'))
    expect([number, due?.amounts.at(-1)?.cents]).toEqual([number, total])
  }
}

/** Checks that the net payments on the emailed statements add up to what the truck's loads pay its owner. */
export async function checkMailedStatements(
  year: Year,
  { received, send }: Mailing,
): Promise<void> {
  const truck = year.chance.oneOf(year.trucks)
  const all = await readAllPages<Settlement>(year, '/api/billing')
  const own = all.filter(({ truckId }) => truckId === truck)
  for (const { id } of own) {
    const sent = await year.client.post(`/api/billing/${id}/mail`, {
      to: `statement-${id}@owner.example`,
    })
    expect([id, sent.status === 201 ? '' : sent.text]).toEqual([id, ''])
    countStep(year, 'mailed statement')
  }
  await send()
  const nets: bigint[] = []
  for (const { id, number } of own) {
    const pdf = readAttached(received, `statement-${id}@owner.example`)
    expect((await pdfText(pdf)).join('\n')).toContain(String(number))
    const [net] = (await pdfRows(pdf)).filter(({ text }) => text.startsWith('Net payment'))
    nets.push(net?.amounts.at(-1)?.cents ?? 0n)
  }
  const loads = [...year.model.loads.values()].filter((load) => load.truck === truck)
  const earned = sumCents(loads.map(({ owner }) => owner)) - feesOfTruck(year, truck)
  expect([truck, sumCents(nets)]).toEqual([truck, earned])
}

/** Reads the only PDF of the only email to the address. */
function readAttached(received: readonly ReceivedMail[], address: string): Buffer {
  const mails = received.filter(({ to }) => to.includes(address))
  expect([address, mails.length]).toEqual([address, 1])
  const parts = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(
    mails[0]?.raw ?? '',
  )
  return Buffer.from(parts?.[1] ?? '', 'base64')
}

async function readLoadNumber({ client }: Year, id: number): Promise<string> {
  const { body } = await client.get<Body>(`/api/loads/${id}`)
  return String(body['brokerLoadNumber'] ?? body['loadId'])
}
