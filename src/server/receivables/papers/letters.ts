/** Letters to brokers and the contact log: papers of a bond claim, and the request for the broker's record (SPEC C209, C289). */
import { formatAmount } from '#core/money.ts'
import { formatDay, type Day } from '#core/calendar.ts'
import { nameContact, type Contact } from '#core/receivables/contacts.ts'
import type { OpenInvoice } from '#core/receivables/aging.ts'
import {
  BROKER_RECORD,
  writeBrokerRecordLetter,
  type RequestedLoad,
} from '#core/receivables/broker-record.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import { addresseeRow, tableRows, textRows, toPaper, type Column, type PaperHead } from './paper.ts'

type Head = Pick<PaperHead, 'company' | 'logo'>
type Demand = { name: string; address: string | null; invoice: OpenInvoice; day: Day; payBy: Day }

export function buildDemandLetter({ name, address, invoice, day, payBy }: Demand, head: Head) {
  const { number, invoiceDate, dueOn, open, total } = invoice
  const text = [
    `Invoice ${number} of ${formatDay(invoiceDate)} was due on ${formatDay(dueOn)}. Of its total of ${formatAmount(total)}, ${formatAmount(open)} is unpaid.`,
    `Please pay ${formatAmount(open)} by ${formatDay(payBy)}.`,
    'If we do not have your payment by then, we will file a claim against your surety bond or trust fund (BMC-84 or BMC-85) with the papers of the load.',
    head.company.companyName,
  ].join('\n\n')
  const facts = [
    { label: 'Date', value: formatDay(day) },
    { label: 'Invoice', value: number },
    { label: 'Open', value: formatAmount(open) },
  ]
  return toPaper({ ...head, title: 'Demand for Payment', to: name, facts, day }, [
    addresseeRow(name, address),
    ...textRows(text, { size: 10 }),
  ])
}

const CONTACTS: Column[] = [
  { title: 'Date', width: 65 },
  { title: 'How', width: 95 },
  { title: 'By', width: 86 },
  { title: 'What Was Said', width: 270 },
]

export function buildContactsPaper(
  contacts: readonly Contact[],
  { name, number, day }: { name: string; number: string; day: Day },
  head: Head,
): PrintedDocument {
  const lines = contacts.map((contact) => [
    formatDay(contact.day),
    nameContact(contact),
    contact.by ?? '',
    contact.text,
  ])
  const facts = [
    { label: 'Invoice', value: number },
    { label: 'Date', value: formatDay(day) },
  ]
  const rows = lines.length
    ? tableRows(null, CONTACTS, lines)
    : textRows('No contacts are on record.')
  return toPaper({ ...head, title: 'Contact Log', to: name, facts, day }, rows)
}

const LOADS: Column[] = [
  { title: 'Your Load #', width: 110 },
  { title: 'Our Load #', width: 100 },
  { title: 'Delivered', width: 76 },
  { title: 'Route', width: 230 },
]

type RecordRequest = {
  name: string
  address: string | null
  number: string
  invoiceDate: Day
  loads: readonly RequestedLoad[]
  day: Day
}

export function buildBrokerRecordLetter(
  { name, address, number, invoiceDate, loads, day }: RecordRequest,
  head: Head,
): PrintedDocument {
  const facts = [
    { label: 'Date', value: formatDay(day) },
    { label: 'Invoice', value: number },
  ]
  const [first = '', ...others] = writeBrokerRecordLetter({
    company: head.company.companyName,
    number,
    invoiceDate,
    loads: loads.length,
  })
  const lines = loads.map((load) => [
    load.brokerNumber ?? '',
    load.number,
    load.deliveredOn ? formatDay(load.deliveredOn) : '',
    load.route,
  ])
  return toPaper({ ...head, title: BROKER_RECORD.title, to: name, facts, day }, [
    addresseeRow(name, address),
    ...textRows(first, { size: 10 }),
    ...tableRows(null, LOADS, lines),
    ...textRows(others.join('\n\n'), { size: 10 }).map((row) => ({ ...row, before: 6 })),
  ])
}
