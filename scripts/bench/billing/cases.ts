/** The requests of every billing screen, as the pages send them. */
import { BOOK_FORMATS, type BookFormat } from '#core/books/formats.ts'
import { addDays, monthBefore, type Day } from '#core/calendar.ts'
import type { Account, Client } from '#scripts/bench/bench.ts'

/** `paths`: all requests of the screen, which the page sends at the same time. */
export type Screen = { name: string; paths: (known: KnownRecords) => string[] }

/** Records that both accounts have. */
export type KnownRecords = {
  today: Day
  brokerId: number
  factorId: number
  scheduleId: number
  invoiceId: number
  factoredId: number
  draftId: number
  receiptId: number
  loadId: number
}

const page = (name: string, match = '') => [
  `/api/${name}?limit=50&counted=no${match}`,
  `/api/${name}/count?${match.slice(1)}`,
]

/** The requests of an invoice tab with its count and its totals. */
const tab = (match: string) => [
  ...page('invoices', match),
  `/api/invoices/totals?${match.slice(1)}`,
  '/api/billing/ready',
]

const invoicePage = (id: number) =>
  ['', '/packet', '/sendings', '/receipts', '/account', '/factoring', '/mails'].map(
    (part) => `/api/invoices/${id}${part}`,
  )

export const SCREENS: Screen[] = [
  { name: 'loads to bill, with the counts of the tabs', paths: () => ['/api/billing/ready'] },
  { name: 'drafts', paths: () => tab('&tab=draft') },
  { name: 'sent invoices', paths: () => tab('&tab=sent') },
  { name: 'invoices that need attention', paths: () => tab('&tab=attention') },
  { name: 'closed invoices', paths: () => tab('&tab=closed') },
  { name: 'unsent invoices', paths: () => tab('&sending=not-sent') },
  { name: 'all invoices', paths: () => tab('&sort=-invoiceDate') },
  { name: 'overdue invoices', paths: () => tab('&status=overdue') },
  { name: 'open invoices', paths: () => tab('&openAmount.from=0.01') },
  { name: 'invoices of a broker', paths: ({ brokerId }) => tab(`&brokerId=${brokerId}`) },
  { name: 'invoices, searched by number', paths: () => page('invoices', '&search=12') },
  {
    name: 'invoices, searched by a load number',
    paths: () => page('invoices', '&search=S-1003-2'),
  },
  { name: 'invoices by open amount', paths: () => page('invoices', '&sort=-openAmount') },
  { name: 'page of an invoice', paths: ({ invoiceId }) => invoicePage(invoiceId) },
  { name: 'page of a factored invoice', paths: ({ factoredId }) => invoicePage(factoredId) },
  { name: 'page of a draft', paths: ({ draftId }) => invoicePage(draftId).slice(0, 2) },
  { name: 'invoices of a load', paths: ({ loadId }) => [`/api/loads/${loadId}/invoices`] },
  { name: 'money received', paths: () => [...page('receipts'), '/api/receipts/totals'] },
  { name: 'page of a receipt', paths: ({ receiptId }) => [`/api/receipts/${receiptId}`] },
  {
    name: 'Receive Payment of a broker',
    paths: ({ brokerId }) => [`/api/receipts/open?brokerId=${brokerId}`],
  },
  {
    name: 'Receive Payment, an invoice found by number',
    paths: () => ['/api/receipts/open?search=4'],
  },
  {
    name: 'unapplied money',
    paths: ({ brokerId }) => [
      '/api/receipts/unapplied',
      `/api/receipts/unapplied?brokerId=${brokerId}`,
    ],
  },
  { name: 'aging today', paths: ({ today }) => aging(today) },
  { name: 'aging a week ago', paths: ({ today }) => aging(addDays(today, -7)) },
  { name: 'aging 60 days ago', paths: ({ today }) => aging(addDays(today, -60)) },
  ...[1, 2, 4, 8].map((years) => ({
    name: `aging ${years} ${years === 1 ? 'year' : 'years'} ago`,
    paths: ({ today }: KnownRecords) => aging(addDays(today, -365 * years)),
  })),
  {
    name: 'open invoices of a broker',
    paths: ({ today, brokerId }) => [
      `/api/receivables/invoices?asOf=${today}&basis=age&brokerId=${brokerId}`,
    ],
  },
  {
    name: 'change of receivables in a month',
    paths: ({ today }) => [`/api/receivables/bridge?from=${addDays(today, -30)}&to=${today}`],
  },
  {
    name: 'statement of account of 60 days',
    paths: ({ today, brokerId }) => [
      `/api/brokers/${brokerId}/account-statement?from=${addDays(today, -60)}&to=${today}`,
    ],
  },
  {
    name: 'statement of account of 60 days as PDF',
    paths: ({ today, brokerId }) => [
      `/api/brokers/${brokerId}/account-statement.pdf?from=${addDays(today, -60)}&to=${today}`,
    ],
  },
  {
    name: 'request for the broker’s record as PDF',
    paths: ({ invoiceId }) => [`/api/invoices/${invoiceId}/record-request.pdf`],
  },
  { name: 'page of a broker', paths: ({ brokerId }) => brokerPage(brokerId) },
  { name: 'reminders', paths: () => ['/api/receivables/reminders'] },
  { name: 'factors', paths: () => ['/api/factors'] },
  {
    name: 'invoices ready for a schedule',
    paths: ({ factorId }) => [
      `/api/factors/${factorId}/ready`,
      `/api/factors/${factorId}/schedules`,
    ],
  },
  {
    name: 'page of a schedule',
    paths: ({ scheduleId }) => [`/api/factor-schedules/${scheduleId}`],
  },
  {
    name: 'account of a factor',
    paths: ({ factorId, today }) => [
      `/api/factors/${factorId}/account?from=${addDays(today, -30)}&to=${today}`,
    ],
  },
  {
    name: 'report of a factor',
    paths: ({ factorId }) => [`/api/factors/${factorId}/invoices`],
  },
  ...BOOK_FORMATS.map(({ value, label }) => ({
    name: `books: preview of the last month, ${label}`,
    paths: ({ today }: KnownRecords) => books(today, value),
  })),
  { name: 'books: files', paths: () => ['/api/export-batches', '/api/books/accounts'] },
  { name: 'checks of brokers', paths: () => ['/api/broker-checks'] },
  { name: 'emails', paths: () => ['/api/mails', '/api/mail'] },
  {
    name: 'emails of a broker and of an invoice',
    paths: ({ brokerId, invoiceId }) => [
      `/api/mails?subject=brokers&record=${brokerId}`,
      `/api/mails?subject=invoices&record=${invoiceId}`,
    ],
  },
  { name: 'dashboard', paths: ({ today }) => [`/api/dashboard?today=${today}`] },
  {
    name: 'page of a load',
    paths: ({ loadId, brokerId }) => [
      ...[`/api/loads/${loadId}`, `/api/loads/${loadId}/invoices`],
      `/api/brokers/${brokerId}/check-badge`,
      `/api/brokers/${brokerId}/credit?load=${loadId}`,
    ],
  },
  { name: 'palette: a search', paths: () => ['/api/search?q=S-1001', '/api/search?q=Smith'] },
  { name: 'loads', paths: () => page('loads') },
  { name: 'unpaid loads', paths: () => page('loads', '&paymentStatus=pending') },
]

const aging = (asOf: Day) =>
  ['age', 'past-due'].map((basis) => `/api/receivables/aging?asOf=${asOf}&basis=${basis}`)

const books = (today: Day, format: BookFormat) => {
  const { from, to } = monthBefore(today)
  return [`/api/books/preview?from=${from}&to=${to}&format=${format}`]
}

const brokerPage = (id: number) => [
  ...['', '/account', '/checks', '/factor', '/packet-order'].map(
    (part) => `/api/brokers/${id}${part}`,
  ),
  ...[`/api/invoices?limit=5&counted=no&brokerId=${id}`, `/api/invoices/totals?brokerId=${id}`],
  ...[`/api/loads?limit=5&counted=no&brokerId=${id}`, `/api/receipts/unapplied?brokerId=${id}`],
]

/** Finds the same records in each account: its third broker, and the first record of each list. */
export async function findKnown(account: Account): Promise<KnownRecords> {
  const first = (path: string) => readFirst(account, path)
  const direct = await first('/api/brokers?limit=1&offset=2')
  const draft = await first('/api/invoices?limit=1&tab=draft')
  const { factors } = await read<{ factors: { id: number }[] }>(account, '/api/factors')
  const factorId = factors[0]?.id ?? 0
  const { schedules } = await read<{ schedules: { id: number }[] }>(
    account,
    `/api/factors/${factorId}/schedules`,
  )
  const [schedule] = schedules
  const { invoices } = await read<{ invoices: { id: number }[] }>(
    account,
    `/api/factor-schedules/${schedule?.id}`,
  )
  const invoice = await first(`/api/invoices?limit=1&brokerId=${direct}&tab=sent&sort=-invoiceDate`)
  return {
    today: account.today,
    brokerId: direct,
    factorId,
    scheduleId: schedule?.id ?? 0,
    invoiceId: invoice,
    factoredId: invoices[0]?.id ?? 0,
    draftId: draft,
    receiptId: await first('/api/receipts?limit=1'),
    loadId: await first('/api/loads?limit=1&paymentStatus=pending'),
  }
}

/** Finds the broker that owes all open invoices of the backlog account. The measured screens need no other record. */
export async function findBacklog(account: Account): Promise<KnownRecords> {
  const [open] = await read<{ id: number; brokerId: number }[]>(
    account,
    '/api/invoices?limit=1&openAmount.from=0.01',
  )
  if (!open) throw new Error('No open invoice')
  const { id, brokerId } = open
  return {
    today: account.today,
    brokerId,
    invoiceId: id,
    factorId: 0,
    scheduleId: 0,
    factoredId: 0,
    draftId: 0,
    receiptId: 0,
    loadId: 0,
  }
}

async function readFirst(account: Client, path: string): Promise<number> {
  const [record] = await read<{ id: number }[]>(account, path)
  if (!record) throw new Error(`Nothing for ${path}`)
  return record.id
}

async function read<Answer>(account: Client, path: string): Promise<Answer> {
  return JSON.parse((await account.get(path)).text) as Answer
}
