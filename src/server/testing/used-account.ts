/** An account that has used every feature, for tests that look at all of its tables or routes. */
import type { FastifyInstance } from 'fastify'
import { everyEntity } from '#core/entities/entities.ts'
import type { PaymentDetails } from '#core/payments/responses.ts'
import type { UploadedLogo } from '#core/settings/logos.ts'
import type { Team } from '#core/team/team.ts'
import { driverWith, makeUploadLink } from './documents/upload-links.ts'
import { upload } from './documents/uploads.ts'
import { owning } from './owning.ts'
import { makePng } from './pictures.ts'
import { makeSample } from './samples.ts'
import { inviteByLink, inviteMember } from './team.ts'
import type { Body, Client } from './test-app.ts'

/** `ids`: a record's id by the part of the path before the id. */
export type UsedAccount = { me: Client; ids: Record<string, number | string> }

const RULE = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
const REPAYMENT = {
  ...{ amount: '1.00', day: '2026-11-25', method: 'cash', reference: 'ZQ receipt' },
  confirmed: ['day', 'reference'],
}
const CLOSING = {
  ...{ kind: 'write-off', day: '2026-11-25', amount: '1.00', reason: 'ZQ never cashed' },
  confirmed: ['day'],
}

const TAUGHT = {
  ...{ broker: 'Acme Logistics', marks: ['acme.example'], words: ['rate confirmation'] },
  fields: { total: { anchors: [{ label: 'Haul Fee', side: 'right' }], corrects: false } },
}

export async function useEveryFeature(app: FastifyInstance): Promise<UsedAccount> {
  const ids: UsedAccount['ids'] = {}
  const carrier = await owning(app)
  const { me } = carrier
  for (const { name } of everyEntity)
    ids[name] = (await me.post(`/api/${name}`, makeSample(name, 500))).body.id
  const charges = [{ kind: 'line-haul', amount: '2400.00' }]
  await me.put(`/api/loads/${ids.loads}/charges`, { charges })
  ids.trucks = carrier.truckId
  ids['deduction-rules'] = (await carrier.rule({ truckId: carrier.truckId })).id
  const loan = { balance: 'loan', total: '500', truckId: carrier.truckId }
  ids.balances = (await carrier.rule({ ...RULE, ...loan })).id
  const repaid = await me.post(`/api/balances/${ids.balances}/repayments`, REPAYMENT)
  ids['balance-entries'] = repaid.body.id
  // The write-off's id is not checked for another account's settlement.
  await carrier.load('2026-11-20')
  ids.billing = (await carrier.settle('2026-11-20', { fuel: '9000.00' })).id
  ids.expenses = (await carrier.lines(ids.billing))[0]?.id ?? 0
  const settlement = `/api/billing/${ids.billing}`
  await me.post(`${settlement}/approve`)
  await carrier.sellTo(carrier.bob)
  await me.post(`${settlement}/releases`, { reason: 'ZQ gone' })
  ids.releases = (await me.get<Body[]>(`${settlement}/releases`)).body[0]?.id ?? 0
  await carrier.load('2026-10-02')
  const kept = (await carrier.settle('2026-10-02', { ownerId: carrier.bob })).id
  await carrier.approve(kept)
  await carrier.pay(kept)
  await me.post(`/api/billing/${kept}/void`, { reason: 'Wrong', cash: 'kept' })
  ids.payments = (await me.get<Body[]>('/api/payments')).body[0]?.id ?? 0
  const payment = `/api/payments/${ids.payments}`
  await me.post(`${payment}/closings`, CLOSING)
  ids.closings = (await me.get<PaymentDetails>(payment)).body.closings[0]?.id ?? 0
  const logo = makePng({ width: 3, height: 2 })
  const uploaded = await me.post<UploadedLogo>('/api/logos', logo, {
    'content-type': 'image/png',
  })
  ids.logos = uploaded.body.logoUrl.replace(/.*\//, '')
  await me.post(`${settlement}/comments`, { text: 'Check the fuel' })
  ids.documents = (await upload(me, `/api/loads/${ids.loads}/documents`, { kind: 'bol' })).body.id
  ids['upload-links'] = await useUploadLink(app, me, `/api/loads/${ids.loads}`)
  const layout = { id: null, layout: TAUGHT }
  ids['taught-layouts'] = (await me.post('/api/taught-layouts', layout)).body.id
  ids.views = (await me.post('/api/views', { list: 'loads', name: 'A', address: '' })).body.id
  ids.settings = (await me.post('/api/settings', { companyName: 'Mine' })).body.id
  ids.sessions = (await me.get<Body[]>('/api/auth/sessions')).body[0]?.id ?? 0
  const owner = await inviteMember(app, me, 'owner', { ownerId: carrier.ann })
  const question = { key: 'statement', text: 'ZQ Why?' }
  const path = `/api/portal/statements/${ids.billing}/questions`
  ids.questions = (await owner.post(path, question)).body.id
  await useTrash(me, ids)
  await useTeam(app, me, ids)
  return { me, ids }
}

/** A member, an open invitation, settings of the roles and a comment that mentions the member. */
async function useTeam(app: FastifyInstance, me: Client, ids: UsedAccount['ids']): Promise<void> {
  await inviteMember(app, me, 'viewer')
  await inviteByLink(me, { email: 'invited@example.com', role: 'viewer' })
  await me.put('/api/team/settings', { viewerRevenue: true })
  const { members, invitations } = (await me.get<Team>('/api/team')).body
  ids.members = members.at(-1)?.id ?? 0
  ids.invitations = invitations[0]?.id ?? 0
  const comment = {
    text: 'Call first',
    mentions: members.slice(-1).map(({ personId }) => personId),
  }
  ids.comments = (await me.post(`/api/loads/${ids.loads}/comments`, comment)).body.id
}

/** A link with an upload, which is news for the team. */
async function useUploadLink(app: FastifyInstance, me: Client, load: string): Promise<number> {
  const { id, token } = await makeUploadLink(me, load)
  await driverWith(app, token).send({ kind: 'pod' })
  return id
}

/** A deleted owner in the trash, with secrets, and a changed truck in the audit log. */
async function useTrash(me: Client, ids: UsedAccount['ids']): Promise<void> {
  const owner = (await me.post('/api/owners', makeSample('owners'))).body
  await me.delete(`/api/owners/${owner.id}`)
  const [kept] = (await me.get<Body[]>('/api/trash')).body
  ids.trash = kept?.id ?? 0
  ids.operations = String(kept?.operation)
  const truck = (await me.get(`/api/trucks/${ids.trucks}`)).body
  await me.put(`/api/trucks/${truck.id}`, { ...truck, model: 'Other' })
  ids.audit = (await me.get<Body[]>('/api/audit?subject=trucks&action=changed')).body[0]?.id ?? 0
}
