/** An account that has used every feature, for tests that look at all of its tables or routes. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { CLOSED_REASON_HEADER } from '#core/api.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import { addDays } from '#core/calendar.ts'
import type { AllChecks } from '#core/broker-checks/checks.ts'
import { NO_MAIL_SETTINGS } from '#core/mail/settings.ts'
import type { CreatedInvoices, InvoiceDetails } from '#core/invoices/responses.ts'
import { DEFAULT_ORDER } from '#core/packets/paper-order.ts'
import type { PaymentDetails } from '#core/payments/responses.ts'
import type { ReceiptDetails } from '#core/receipts/responses.ts'
import type { UploadedLogo } from '#core/settings/logos.ts'
import type { Team } from '#core/team/team.ts'
import { driverWith, makeUploadLink } from './documents/upload-links.ts'
import { efsFile } from './cards/card-files.ts'
import { upload } from './documents/uploads.ts'
import { createCarrierWithOwners } from './carrier-with-owners.ts'
import { makePng } from './pictures.ts'
import { accountDay } from '#server/today.ts'
import { useFactoring } from './factoring/use-factoring.ts'
import { makeSample } from './samples.ts'
import { inviteByLink, inviteMember } from './team.ts'
import { createClient, type Body, type Client } from './test-app.ts'

/** `ids`: a record's id by the part of the path before the id. */
export type UsedAccount = { client: Client; ids: Record<string, number | string> }

const RULE = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
const REPAYMENT = {
  amount: '1.00',
  day: '2026-11-25',
  method: 'cash',
  reference: 'ZQ receipt',
  confirmed: ['day', 'reference'],
}
const CLOSING = {
  kind: 'write-off',
  day: '2026-11-25',
  amount: '1.00',
  reason: 'ZQ never cashed',
  confirmed: ['day', 'year'],
}

const TAUGHT = {
  broker: 'ZQ Logistics',
  marks: ['acme.example'],
  words: ['rate confirmation'],
  fields: { total: { anchors: [{ label: 'Haul Fee', side: 'right' }], corrects: false } },
}

export async function useEveryFeature(app: FastifyInstance): Promise<UsedAccount> {
  const ids: UsedAccount['ids'] = {}
  const carrier = await createCarrierWithOwners(app)
  const client = createClient(app, carrier.client.cookie, true)
  for (const { name } of everyEntity)
    ids[name] = (await client.post(`/api/${name}`, makeSample(name, 500))).body.id
  await useFleet(client, ids)
  const charges = [{ kind: 'line-haul', amount: '2400.00' }]
  await client.put(`/api/loads/${ids.loads}/charges`, { charges })
  ids.trucks = carrier.truckId
  ids['deduction-rules'] = (await carrier.createRule({ truckId: carrier.truckId })).id
  const loan = { balance: 'loan', total: '500', truckId: carrier.truckId }
  ids.balances = (await carrier.createRule({ ...RULE, ...loan })).id
  const repaid = await client.post(`/api/balances/${ids.balances}/repayments`, REPAYMENT)
  ids['balance-entries'] = repaid.body.id
  // The write-off's id is not checked for another account's settlement.
  await carrier.createLoad('2026-11-20')
  ids.billing = (await carrier.settle('2026-11-20', { fuel: '9000.00' })).id
  ids.expenses = (await carrier.readLines(ids.billing))[0]?.id ?? 0
  const settlement = `/api/billing/${ids.billing}`
  await client.post(`${settlement}/approve`)
  await carrier.sellTo(carrier.bob)
  await client.post(`${settlement}/releases`, { reason: 'ZQ gone' })
  ids.releases = (await client.get<Body[]>(`${settlement}/releases`)).body[0]?.id ?? 0
  await carrier.createLoad('2026-10-02')
  const kept = (await carrier.settle('2026-10-02', { ownerId: carrier.bob })).id
  await client.post(`/api/billing/${kept}/approve`)
  const paid = await carrier.pay(kept)
  expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
  await client.post(`/api/billing/${kept}/void`, {
    reason: 'Wrong',
    cash: 'kept',
    confirmed: ['year'],
  })
  ids.payments = (await client.get<Body[]>('/api/payments')).body[0]?.id ?? 0
  const payment = `/api/payments/${ids.payments}`
  await client.post(`${payment}/closings`, CLOSING)
  ids.closings = (await client.get<PaymentDetails>(payment)).body.closings[0]?.id ?? 0
  const logo = makePng({ width: 3, height: 2 })
  const uploaded = await client.post<UploadedLogo>('/api/logos', logo, {
    'content-type': 'image/png',
  })
  ids.logos = uploaded.body.logoUrl.replace(/.*\//, '')
  await client.post(`${settlement}/comments`, { text: 'Check the fuel' })
  ids.documents = (
    await upload(client, `/api/loads/${ids.loads}/documents`, { kind: 'bol' })
  ).body.id
  await useConfirmation(client, Number(ids.loads))
  ids['broker-checks'] = await useBrokerChecks(client, Number(ids.brokers))
  ids.invoices = await useInvoice(client)
  await useReceivables(client, ids)
  const day = { sentOn: '2026-11-22', confirmed: ['sentOn'] }
  const sending = { channel: 'portal', note: 'ZQ uploaded', ...day }
  ids.sendings = (await client.post(`/api/invoices/${ids.invoices}/sendings`, sending)).body.id
  await client.put(`/api/brokers/${ids.brokers}/packet-order`, { kinds: DEFAULT_ORDER })
  Object.assign(ids, await useFactoring(client))
  await useReceipt(client, ids)
  ids['upload-links'] = await useUploadLink(app, client, `/api/loads/${ids.loads}`)
  const layout = { id: null, layout: TAUGHT }
  ids['taught-layouts'] = (await client.post('/api/taught-layouts', layout)).body.id
  const mailed = await client.post(`${settlement}/mail`, { to: 'zq-payee@example.com' })
  ids.mails = mailed.body.id
  ids.views = (await client.post('/api/views', { list: 'loads', name: 'A', address: '' })).body.id
  await client.put('/api/mail/settings', { ...NO_MAIL_SETTINGS, signature: 'ZQ Dispatch' })
  // The first approval has entered the company.
  ids.settings = (await client.get('/api/settings')).body.id
  await client.put(`/api/settings/${ids.settings}`, { companyName: 'Mine' })
  ids.sessions = (await client.get<Body[]>('/api/auth/sessions')).body[0]?.id ?? 0
  const owner = await inviteMember(app, client, 'owner', { ownerId: carrier.ann })
  const question = { key: 'statement', text: 'ZQ Why?' }
  const path = `/api/portal/statements/${ids.billing}/questions`
  ids.questions = (await owner.post(path, question)).body.id
  ids['export-batches'] = await useBooks(client)
  await changeClosedMonth(client, ids.balances)
  await useTrash(client, ids)
  await useTeam(app, client, ids)
  return { client: carrier.client, ids }
}

/** An odometer reading, a lease with a copy, charge-backs by default, a card, and a cost. */
async function useFleet(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const { trucks: truckId, owners: ownerId } = ids
  const reading = { truckId, day: '2026-11-02', miles: 412_300, note: 'ZQ at the shop' }
  ids['odometer-readings'] = (await client.post('/api/odometer-readings', reading)).body.id
  const days = { startsOn: '2026-01-01', confirmed: ['ownerId'] }
  const lease = { truckId, ownerId, pay: 'percent', rate: '0.1234', notes: 'ZQ lease', ...days }
  ids.leases = (await client.post('/api/leases', lease)).body.id
  await upload(client, `/api/leases/${ids.leases}/documents`, { name: 'Lease.pdf' })
  const terms = [{ kind: 'toll', charge: 'flat', amount: '317.43' }]
  await client.put('/api/lease-defaults', { terms })
  const account = { provider: 'efs', accountNumber: 'ZQ 77', notes: 'ZQ account' }
  ids['card-accounts'] = (await client.post('/api/card-accounts', account)).body.id
  const card = { provider: 'efs', number: 'ZQ0541', truckId, startsOn: '2026-01-01' }
  ids.cards = (await client.post('/api/cards', card)).body.id
  const cost = { truckId, startsOn: '2026-11-02', amount: '271.83', note: 'ZQ cost' }
  ids.costs = (await client.post('/api/costs', { ...cost, category: 'insurance' })).body.id
  await useCardFile(client, ids)
}

/** A file with a purchase by the card, and a later one with other figures for it. */
async function useCardFile(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const row = { card: 'ZQ0777', unit: 'ZQ 104', day: '2026-11-03', odometer: '412700' }
  const scale = { ...row, item: 'SCLE', gallons: '', price: '', discount: '', amount: '11.07' }
  for (const amount of ['318.43', '318.47'])
    await client.post(
      '/api/card-purchases/import?name=ZQ.csv',
      efsFile([{ ...row, amount }, scale]),
      {
        'content-type': 'text/csv',
      },
    )
  ids['card-purchases'] = (await client.get<Body[]>('/api/card-purchases')).body[0]?.id ?? 0
  ids['card-imports'] = (await client.get<Body[]>('/api/card-imports')).body[0]?.id ?? 0
}

/** A member, an open invitation, settings of the roles and a comment that mentions the member. */
async function useTeam(
  app: FastifyInstance,
  client: Client,
  ids: UsedAccount['ids'],
): Promise<void> {
  await inviteMember(app, client, 'viewer')
  await inviteByLink(client, { email: 'invited@example.com', role: 'viewer' })
  await client.put('/api/team/settings', { viewerRevenue: true })
  const { members, invitations } = (await client.get<Team>('/api/team')).body
  ids.members = members.at(-1)?.id ?? 0
  ids.invitations = invitations[0]?.id ?? 0
  const comment = {
    text: 'Call first',
    mentions: members.slice(-1).map(({ personId }) => personId),
  }
  ids.comments = (await client.post(`/api/loads/${ids.loads}/comments`, comment)).body.id
}

/** An approved invoice with a credit note, and a draft. */
async function useInvoice(client: Client): Promise<number> {
  const broker = { companyName: 'Billed Broker', address: '1 Main St' }
  const brokerId = (await client.post('/api/brokers', broker)).body.id
  const loadIds: number[] = []
  for (const number of [601, 602]) {
    const load = { ...makeSample('loads', number), brokerId, deliveryStatus: 'delivered' }
    loadIds.push((await client.post('/api/loads', load)).body.id)
  }
  const made = await client.post<CreatedInvoices>('/api/invoices', { brokerId, loadIds })
  const id = made.body.created[0]?.id ?? 0
  const path = `/api/invoices/${id}`
  await client.post(`${path}/approve`, {
    confirmed: ['papers', 'confirmation', 'asked', 'invoiceDate'],
  })
  const { lines } = (await client.get<InvoiceDetails>(path)).body
  const credited = [{ lineId: lines[0]?.id, amount: '10.00' }]
  await client.post(`${path}/credit`, {
    on: '2099-01-01',
    reason: 'Short',
    lines: credited,
    confirmed: ['on'],
  })
  const settings = (await client.get('/api/invoice-settings')).body
  await client.put('/api/invoice-settings', { ...settings, mcNumber: 'MC 7' })
  // A change of a load causes billing drift.
  const load = (await client.get(`/api/loads/${loadIds[0]}`)).body
  await client.put(`/api/loads/${load.id}`, { ...load, revenue: '2500.00' })
  return id
}

/** A dispute and a contact of the invoice, and changed reminder days. */
async function useReceivables(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const path = `/api/invoices/${ids.invoices}`
  const dispute = {
    reason: 'rate',
    amount: '21.37',
    openedOn: '2099-01-01',
    note: 'ZQ dispute',
    confirmed: ['openedOn'],
  }
  ids.disputes = (await client.post(`${path}/disputes`, dispute)).body.id
  const contact = { day: '2026-11-20', kind: 'call', text: 'ZQ contact', confirmed: ['day'] }
  ids.contacts = (await client.post(`${path}/contacts`, contact)).body.id
  const days = { beforeDays: 4, dueDays: 2, finalDays: 20 }
  await client.put('/api/receivables/reminders/settings', days, { 'if-match': '"0"' })
}

/** Money with a part, a difference, unapplied money and a refund. */
async function useReceipt(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const { brokerId, invoiceDate } = (
    await client.get<InvoiceDetails>(`/api/invoices/${ids.invoices}`)
  ).body
  const fee = { kind: 'bank-fee', amount: '2.37', reason: 'ZQ fee' }
  const part = { invoiceId: Number(ids.invoices), amount: '101.37', differences: [fee] }
  const money = { amount: '161.37', method: 'check', reference: 'ZQ broker check', note: 'ZQ note' }
  const confirmed = ['receivedOn', 'day']
  const sent = { ...money, brokerId, receivedOn: invoiceDate, parts: [part], confirmed }
  ids.receipts = (await client.post('/api/receipts', sent)).body.id
  const path = `/api/receipts/${ids.receipts}`
  const refund = { amount: '10.37', day: invoiceDate, method: 'ach', reason: 'ZQ refund' }
  await client.post(`${path}/refunds`, { ...refund, confirmed })
  const details = (await client.get<ReceiptDetails>(path)).body
  ids.parts = details.parts[0]?.id ?? 0
  ids.refunds = details.refunds[0]?.id ?? 0
  ids.differences = details.differences[0]?.id ?? 0
}

/** A rate confirmation with what was read from it, and the required papers of the company. */
async function useConfirmation(client: Client, loadId: number): Promise<void> {
  const stored = await upload(client, `/api/loads/${loadId}/documents`, {
    kind: 'rate-confirmation',
  })
  const reading = { readerVersion: 1, layout: null, total: '1000.00', values: {}, kept: {} }
  await client.put(`/api/documents/${stored.body.id}/reading`, reading)
  const papers = { firstDay: addDays(accountDay(), -365), toSettle: { bol: 'always' }, toBill: {} }
  await client.put('/api/required-papers', papers)
}

/** An account map, and a file for the accountant with the statements and payments. */
async function useBooks(client: Client): Promise<number> {
  const accounts = ACCOUNT_KINDS.map(({ kind, suggestion }) => ({
    kind,
    account: suggestion,
    item: 'Freight',
  }))
  await client.put('/api/books/accounts', { accounts, factoring: 'sale' })
  const days = { from: '2026-01-01', to: accountDay(), format: 'qbo-journal' }
  return (await client.post('/api/export-batches', days)).body.id
}

/** A repayment in a closed month. The month is open again afterwards. */
async function changeClosedMonth(client: Client, balance: number): Promise<void> {
  await client.put('/api/books/closing', { closedThrough: '2026-10-31' })
  const repayment = { ...REPAYMENT, day: '2026-10-15', reference: 'ZQ second' }
  const reason = { [CLOSED_REASON_HEADER]: 'ZQ late' }
  await client.post(`/api/balances/${balance}/repayments`, repayment, reason)
  await client.put('/api/books/closing', { closedThrough: null })
}

/** An FMCSA file, and a manual check. */
async function useBrokerChecks(client: Client, brokerId: number): Promise<number> {
  const { keys } = (await client.get<AllChecks>('/api/broker-checks')).body
  const row = { DOCKET_NUMBER: 'MC1', USDOT_NUMBER: '1', LEGAL_NAME: 'Acme' }
  const authority = { OP_AUTH_TYPE: 'BROKER', OP_AUTH_STATUS: 'ACTIVE' }
  const rows = [{ ...row, ...authority }]
  const file = { name: 'carrier.csv', day: '2026-11-20', rowCount: 9, searched: keys, rows }
  const titles = Object.keys({ ...row, ...authority })
  await client.post('/api/broker-checks/files', { ...file, titles })
  const check = { day: '2026-11-20', result: 'active', note: 'On the phone' }
  return (await client.post(`/api/brokers/${brokerId}/checks`, check)).body.id
}

/** A link with an upload, which is news for the team. */
async function useUploadLink(app: FastifyInstance, client: Client, load: string): Promise<number> {
  const { id, token } = await makeUploadLink(client, load)
  await driverWith(app, token).send({ kind: 'pod' })
  return id
}

/** A deleted owner in the trash, with secrets, and a changed truck in the audit log. */
async function useTrash(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const owner = (await client.post('/api/owners', makeSample('owners'))).body
  await client.delete(`/api/owners/${owner.id}`)
  const [kept] = (await client.get<Body[]>('/api/trash')).body
  ids.trash = kept?.id ?? 0
  ids.operations = String(kept?.operation)
  const truck = (await client.get(`/api/trucks/${ids.trucks}`)).body
  await client.put(`/api/trucks/${truck.id}`, { ...truck, model: 'Other' })
  ids.audit =
    (await client.get<Body[]>('/api/audit?subject=trucks&action=changed')).body[0]?.id ?? 0
}
