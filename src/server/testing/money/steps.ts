/** The random steps: each prepares a request, and says what it changes in the model if the product accepts it. */
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { addDeferred, freeze } from './frozen-statements.ts'
import type { ModelLoad } from './model.ts'
import { toCents, toText, type MoneyState } from './state.ts'
import { CONFIRMED, prepareReplacement, prepareVoid, type Prepared } from './void-steps.ts'

const DATES = ['2026-09-02', '2026-09-04', '2026-09-11', '2026-09-18', '2026-12-30'] as const
const PAYMENT_DATES = ['2026-12-30', '2026-12-31', '2027-01-02', '2027-01-08'] as const

type Prepare = (state: MoneyState) => Promise<Prepared> | Prepared

/** The share of each step, and how it is prepared. */
export const STEPS: Record<string, [share: number, prepare: Prepare]> = {
  'add load': [16, addLoad],
  'change load': [10, changeLoad],
  'move load': [3, moveLoad],
  'delete load': [2, deleteLoad],
  settle: [14, settle],
  recalculate: [10, recalculate],
  fuel: [4, addFuel],
  'extra pay': [4, addExtraPay],
  approve: [20, approve],
  pay: [8, (state) => pay(state, {})],
  'pay a part': [4, (state) => pay(state, { amount: toText(drawCents(state) / 4n + 1n) })],
  'pay a payee': [4, payPayee],
  reverse: [3, reverse],
  reissue: [2, reissue],
  'repay unapplied money': [2, repay],
  void: [5, prepareVoid],
  'void and settle again': [6, prepareReplacement],
  correct: [10, correct],
  'write off': [2, (state) => postToCarry(state, 'releases')],
  'transfer a carry-forward': [3, (state) => postToCarry(state, 'take-over')],
  'repay the yard': [2, (state) => settleDeferred(state, 'repayments')],
  'write off the yard': [2, (state) => settleDeferred(state, 'write-offs')],
  'transfer the yard': [1, transferDeferred],
  'change driver': [3, changeDriver],
  'change owner': [2, changeOwner],
}

function drawCents({ chance }: MoneyState): bigint {
  return BigInt(1 + chance.whole(400_000))
}

function drawLoad(state: MoneyState): ModelLoad {
  const { chance, carrier } = state
  const [truck, date] = [chance.whole(carrier.trucks.length), chance.oneOf(DATES)]
  return { truck, date, revenue: drawCents(state), miles: BigInt(chance.whole(3000)) }
}

function toSent({ carrier }: MoneyState, { truck, date, revenue, miles }: ModelLoad) {
  const truckId = carrier.trucks[truck]?.id
  return { truckId, settlementDate: date, revenue: toText(revenue), miles: String(miles) }
}

function addLoad(state: MoneyState): Prepared {
  const { carrier, loads } = state
  const load = drawLoad(state)
  const sent = { ...carrier.sample(state.nextNumber()), ...toSent(state, load) }
  return async () => {
    const { status, body } = await carrier.client.post('/api/loads', sent)
    return { status, apply: () => void loads.set(body.id, load) }
  }
}

function changeLoad(state: MoneyState): Promise<Prepared> {
  const { revenue, miles } = drawLoad(state)
  return saveLoad(state, (load) => ({ ...load, revenue, miles }))
}

function moveLoad(state: MoneyState): Promise<Prepared> {
  const { truck, date } = drawLoad(state)
  return saveLoad(state, (load) => ({ ...load, truck, date }))
}

/** The product accepts only one of two simultaneous changes of a version, so the model does not need their order. */
async function saveLoad(
  state: MoneyState,
  change: (load: ModelLoad) => ModelLoad,
): Promise<Prepared> {
  const { carrier, loads, chance } = state
  if (loads.size === 0) return undefined
  const [id, load] = chance.oneOf([...loads])
  const changed = change(load)
  const { body } = await carrier.client.get(`/api/loads/${id}`)
  const sent = { ...body, ...toSent(state, changed) }
  return async () => {
    const version = { 'if-match': `"${String(body.version)}"` }
    const { status } = await carrier.client.put(`/api/loads/${id}`, sent, version)
    return { status, apply: () => void loads.set(id, changed) }
  }
}

function deleteLoad({ carrier, loads, chance }: MoneyState): Prepared {
  if (loads.size === 0) return undefined
  const [id] = chance.oneOf([...loads])
  return async () => {
    const { status } = await carrier.client.delete(`/api/loads/${id}`)
    return { status, apply: () => void loads.delete(id) }
  }
}

function settle({ carrier, chance, drafts }: MoneyState): Prepared {
  const { id: truckId } = chance.oneOf(carrier.trucks)
  const sent = { truckId, settlementDate: chance.oneOf(DATES), startFromDefaults: true }
  return async () => {
    const { status, body } = await carrier.client.post<Settlement>('/api/billing', sent)
    return { status, apply: () => void drafts.set(body.id, { fuel: 0n, extraPay: 0n }) }
  }
}

async function recalculate({ carrier, pick }: MoneyState): Promise<Prepared> {
  const draft = await pick('pending')
  return draft && (() => carrier.client.put(`/api/billing/${draft.id}`, { recalculate: true }))
}

function addFuel(state: MoneyState): Promise<Prepared> {
  const amount = drawCents(state) / 10n + 1n
  return addLine(
    state,
    { category: 'fuel', description: 'Fuel', amount: toText(amount) },
    { fuel: amount },
  )
}

function addExtraPay(state: MoneyState): Promise<Prepared> {
  const amount = drawCents(state) / 10n + 1n
  const line = { kind: 'extra-pay', extraPay: 'bonus', pay: toText(amount) }
  return addLine(state, line, { extraPay: amount })
}

async function addLine(
  { carrier, pick, drafts }: MoneyState,
  line: object,
  { fuel = 0n, extraPay = 0n },
): Promise<Prepared> {
  const draft = await pick('pending')
  const known = draft && drafts.get(draft.id)
  if (!known) return undefined
  return async () => {
    const { status } = await carrier.client.post(`/api/billing/${draft.id}/expenses`, line)
    const apply = () => {
      known.fuel += fuel
      known.extraPay += extraPay
    }
    return { status, apply }
  }
}

async function approve(state: MoneyState): Promise<Prepared> {
  const draft = await state.pick('pending')
  if (!draft) return undefined
  return async () => {
    const { status, body } = await state.carrier.client.post<Settlement>(
      `/api/billing/${draft.id}/approve`,
    )
    return { status, apply: () => freeze(state, body), approved: body }
  }
}

async function pay(state: MoneyState, part: object): Promise<Prepared> {
  const { carrier, chance, pick, nextNumber } = state
  const statement = await pick('approved')
  if (!statement) return undefined
  const paymentReference = String(1000 + nextNumber())
  const check = { paidOn: chance.oneOf(PAYMENT_DATES), paymentMethod: 'check', paymentReference }
  return () =>
    carrier.client.post(`/api/billing/${statement.id}/pay`, { ...check, ...part, ...CONFIRMED })
}

async function payPayee(state: MoneyState): Promise<Prepared> {
  const statement = await state.pick('approved')
  if (!statement) return undefined
  const { ownerId, driverId } = statement
  const sent = { ownerId, driverId, amount: toText(drawCents(state)), ...drawCheck(state) }
  return () => state.carrier.client.post('/api/payments', sent)
}

function drawCheck({ chance, nextNumber }: MoneyState) {
  const reference = String(1000 + nextNumber())
  return { paidOn: chance.oneOf(PAYMENT_DATES), method: 'check', reference, ...CONFIRMED }
}

function reverse(state: MoneyState): Prepared {
  const kind = state.chance.oneOf(['never cashed', 'returned'])
  return postToPayment(state, 'reverse', { kind, day: state.chance.oneOf(PAYMENT_DATES) })
}

function reissue(state: MoneyState): Prepared {
  return postToPayment(state, 'reissue', drawCheck(state))
}

function repay(state: MoneyState): Prepared {
  const amount = toText(drawCents(state) / 8n + 1n)
  const day = state.chance.oneOf(PAYMENT_DATES)
  return postToPayment(state, 'closings', { kind: 'repayment', day, amount })
}

function postToPayment(
  { carrier, chance, payments }: MoneyState,
  step: string,
  sent: object,
): Prepared {
  const posted = [...payments.values()].filter(({ state, unapplied }) =>
    step === 'closings' ? unapplied !== '0.00' : state !== 'reversed',
  )
  if (posted.length === 0) return undefined
  const path = `/api/payments/${chance.oneOf(posted).id}/${step}`
  return () => carrier.client.post(path, { ...sent, ...CONFIRMED, reason: 'Lost in the mail' })
}

async function correct({ carrier, chance }: MoneyState): Promise<Prepared> {
  const { body } = await carrier.client.get<{ billingId: number }[]>('/api/settlements/drift')
  if (body.length === 0) return undefined
  return () => carrier.client.post(`/api/billing/${chance.oneOf(body).billingId}/correct`)
}

/** A write-off or a transfer of a negative net. */
function postToCarry({ carrier, chance, frozen }: MoneyState, step: string): Prepared {
  const carries = [...frozen].filter(([, { live, carriedForward }]) => live && carriedForward > 0n)
  if (carries.length === 0) return undefined
  const [id] = chance.oneOf(carries)
  return () => carrier.client.post(`/api/billing/${id}/${step}`, { reason: 'Agreed' })
}

/** A part of what the yard left for later is repaid or written off. */
async function settleDeferred(state: MoneyState, step: string): Promise<Prepared> {
  const { carrier, chance } = state
  const balance = await pickDeferred(state)
  if (!balance) return undefined
  const { ruleId, truckId, payeeKey: payee, available } = balance
  const cents = 1n + BigInt(chance.whole(Number(toCents(available))))
  const sent = { truckId, payee, day: '2026-12-30', amount: toText(cents), method: 'cash' }
  return async () => {
    const path = `/api/balances/${ruleId}/${step}`
    const { status } = await carrier.client.post(path, { ...sent, ...CONFIRMED, reason: 'Agreed' })
    return { status, apply: () => addDeferred(state, payee, -cents) }
  }
}

/** What the yard left to one owner moves to the other. */
async function transferDeferred(state: MoneyState): Promise<Prepared> {
  const { carrier } = state
  const balance = await pickDeferred(state)
  if (!balance) return undefined
  const { ruleId, truckId, payeeKey: payee } = balance
  const toOwnerId = payee === `owner:${carrier.ann}` ? carrier.bob : carrier.ann
  const sent = { truckId, payee, day: '2026-09-01', toTruckId: truckId, toOwnerId }
  return async () => {
    const path = `/api/balances/${ruleId}/transfers`
    const { status, body } = await carrier.client.post<BalanceEntry>(path, {
      ...sent,
      ...CONFIRMED,
      reason: 'Agreed',
    })
    return { status, apply: () => addDeferred(state, payee, -toCents(body.amount)) }
  }
}

async function pickDeferred({ carrier, chance }: MoneyState) {
  const { body } = await carrier.client.get<OpenBalance[]>('/api/balances')
  const open = body.filter(
    ({ balance, available }) => balance === 'deferred' && toCents(available) > 0n,
  )
  return open.length > 0 ? chance.oneOf(open) : undefined
}

function changeDriver({ carrier, chance }: MoneyState): Prepared {
  return changePeople(carrier, 2, {
    ownerId: null,
    driverId: chance.oneOf([carrier.dan, carrier.eve]),
  })
}

function changeOwner({ carrier, chance }: MoneyState): Prepared {
  return changePeople(carrier, chance.whole(4), {
    ownerId: chance.oneOf([carrier.ann, carrier.bob]),
  })
}

function changePeople(
  { trucks, changeTruck }: MoneyState['carrier'],
  index: number,
  people: object,
): Prepared {
  const truck = trucks[index]
  return truck && (async () => ({ status: await changeTruck(truck.id, people) }))
}
