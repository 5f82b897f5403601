/**
 * A random history of one carrier, and what must always hold (SPEC C7, C10–C13). A step that the product rejects
 * changes nothing in the model; one that it accepts changes the model by the model's own arithmetic.
 */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Payment } from '#core/payments/payments.ts'
import { createChance } from './fuzz/chance.ts'
import { createMoneyCarrier } from './money-carrier.ts'
import {
  newLedger,
  owed,
  restate,
  restatedNet,
  RULES,
  type Ledger,
  type ModelLoad,
} from './money-model.ts'

type Cents = bigint

const DATES = ['2026-09-02', '2026-09-04', '2026-09-11', '2026-09-18', '2026-12-30'] as const
const PAY_DAYS = ['2026-12-30', '2026-12-31', '2027-01-02', '2027-01-08'] as const

/** A frozen statement, as the model calculated it at its approval. */
type Frozen = {
  payee: string
  truck: number
  date: string
  live: boolean
  loads: ModelLoad[]
  earned: Cents
  carriedOut: Cents
  carriedIn: Cents
  /** The columns and lines of the statement, as text: they must never change. */
  text: string
}

type Draft = { fuel: Cents; extraPay: Cents }

const STEPS = {
  'add load': 16,
  'change load': 10,
  'move load': 3,
  'delete load': 2,
  settle: 14,
  recalculate: 10,
  fuel: 4,
  'extra pay': 4,
  approve: 20,
  pay: 8,
  'pay a part': 4,
  'pay a payee': 4,
  reverse: 3,
  reissue: 2,
  void: 5,
  correct: 8,
  'write off': 1,
  'transfer a carry-forward': 1,
  'change driver': 3,
  'change owner': 2,
  'repay unapplied money': 1,
} as const

type StepName = keyof typeof STEPS
const NAMES = Object.entries(STEPS).flatMap(([name, share]) =>
  Array.from({ length: share }, () => name as StepName),
)
/**
 * In which order the product must have run two steps at once, if it accepted both: a line is added only to a draft, an
 * approval is rejected after a change of the loads, and after a void or a reversal a step of the statement fails.
 */
const ORDER: Partial<Record<StepName, number>> = {
  ...{ fuel: -2, 'extra pay': -2, approve: -1 },
  ...{ void: 1, reverse: 1, reissue: 1 },
}
const CONFIRMED = { confirmed: ['paidOn', 'reference', 'day', 'cashDay'] }

/** Takes `count` steps, one in six as two requests at once. Returns how many the product accepted. */
export async function runMoneyHistory(app: FastifyInstance, seed: number, count: number) {
  const chance = createChance(seed)
  const at = await createMoneyCarrier(app)
  const { me, trucks } = at
  const loads = new Map<number, ModelLoad>()
  const drafts = new Map<number, Draft>()
  const frozen = new Map<number, Frozen>()
  const payments = new Map<number, Payment>()
  const ledgers = new Map<string, Ledger>()
  let serial = 0
  let accepted = 0

  const text = (cents: Cents) =>
    `${cents < 0n ? '-' : ''}${String(abs(cents)).padStart(3, '0').replace(/(..)$/, '.$1')}`
  const ledger = (payee: string): Ledger => {
    const known = ledgers.get(payee) ?? newLedger()
    ledgers.set(payee, known)
    return known
  }
  const loadsAt = (truck: number, date: string) =>
    [...loads.values()].filter((load) => load.truck === truck && load.date === date)
  const readAll = async () => (await me.get<Settlement[]>('/api/billing')).body
  const pick = async (statuses: string[]) => {
    const found = (await readAll()).filter(({ status }) => statuses.includes(status))
    return found.length ? chance.oneOf(found) : undefined
  }

  type Taken = { name: StepName; status: number; apply: () => Promise<void> | void }
  const nothing = (name: StepName): Taken => ({ name, status: 404, apply: () => undefined })

  async function prepare(name: StepName): Promise<() => Promise<Taken>> {
    const taken = (status: number, apply: Taken['apply'] = () => undefined) => ({
      name,
      status,
      apply,
    })
    const skip = () => Promise.resolve(nothing(name))
    const truck = chance.whole(trucks.length)
    const date = chance.oneOf(DATES)
    const cents = BigInt(1 + chance.whole(400_000))
    const paidOn = chance.oneOf(PAY_DAYS)
    if (name === 'add load') {
      const load: ModelLoad = { truck, date, revenue: cents, miles: BigInt(chance.whole(3000)) }
      const sent = { ...at.sample(++serial), truckId: trucks[truck]?.id, ...toSent(load) }
      return async () => {
        const { status, body } = await me.post('/api/loads', sent)
        return taken(status, () => void loads.set(body.id, load))
      }
    }
    if (name === 'change load' || name === 'move load' || name === 'delete load') {
      const [id, load] = loads.size ? chance.oneOf([...loads]) : []
      if (!id || !load) return skip
      const path = `/api/loads/${id}`
      if (name === 'delete load')
        return async () => taken((await me.delete(path)).status, () => void loads.delete(id))
      const changed =
        name === 'move load'
          ? { ...load, truck, date }
          : { ...load, revenue: cents, miles: BigInt(chance.whole(3000)) }
      return async () => {
        const { body } = await me.get(path)
        const values = { ...body, truckId: trucks[changed.truck]?.id, ...toSent(changed) }
        return taken((await me.put(path, values)).status, () => void loads.set(id, changed))
      }
    }
    if (name === 'settle') {
      const sent = { truckId: trucks[truck]?.id, settlementDate: date, startFromDefaults: true }
      return async () => {
        const { status, body } = await me.post<Settlement>('/api/billing', sent)
        return taken(status, () => void drafts.set(body.id, { fuel: 0n, extraPay: 0n }))
      }
    }
    if (name === 'change driver' || name === 'change owner') {
      const model = trucks[name === 'change driver' ? 2 : truck]
      if (!model) return skip
      const [driverId, ownerId] = [chance.oneOf([at.dan, at.eve]), chance.oneOf([at.ann, at.bob])]
      const people =
        name === 'change driver'
          ? { ownerId: null, driverId }
          : { ownerId, driverId: model.driverId }
      return async () =>
        taken(await at.changeTruck(model.id, people), () => void Object.assign(model, people))
    }
    if (name === 'recalculate' || name === 'fuel' || name === 'extra pay' || name === 'approve') {
      const draft = await pick(['pending'])
      if (!draft) return skip
      const path = `/api/billing/${draft.id}`
      const kept = drafts.get(draft.id) ?? { fuel: 0n, extraPay: 0n }
      if (name === 'recalculate')
        return async () => taken((await me.put(path, { recalculate: true })).status)
      const amount = cents / 10n + 1n
      if (name === 'fuel')
        return async () => {
          const line = { category: 'fuel', description: 'Fuel', amount: text(amount) }
          const { status } = await me.post(`${path}/expenses`, line)
          return taken(status, () => void (kept.fuel += amount))
        }
      if (name === 'extra pay')
        return async () => {
          const line = { kind: 'extra-pay', extraPay: 'bonus', pay: text(amount) }
          const { status } = await me.post(`${path}/expenses`, line)
          return taken(status, () => void (kept.extraPay += amount))
        }
      return async () => {
        const { status, body } = await me.post<Settlement>(`${path}/approve`)
        return taken(status, () => freeze(body, kept))
      }
    }
    if (name === 'correct' || name === 'write off' || name === 'transfer a carry-forward') {
      const statement = await pick(['approved', 'paid'])
      if (!statement) return skip
      const path = `/api/billing/${statement.id}`
      if (name === 'correct') return async () => taken((await me.post(`${path}/correct`)).status)
      const reason = { reason: 'Agreed' }
      const step = name === 'write off' ? 'releases' : 'take-over'
      return async () => taken((await me.post(`${path}/${step}`, reason)).status)
    }
    if (name === 'pay' || name === 'pay a part') {
      const statement = await pick(['approved'])
      if (!statement) return skip
      const part = name === 'pay' ? {} : { amount: text(cents / 4n + 1n) }
      const check = { paidOn, paymentMethod: 'check', paymentReference: String(1000 + ++serial) }
      const sent = { ...check, ...part, ...CONFIRMED }
      return async () => taken((await me.post(`/api/billing/${statement.id}/pay`, sent)).status)
    }
    if (name === 'pay a payee') {
      const statement = await pick(['approved'])
      if (!statement) return skip
      const { ownerId, driverId } = statement
      const check = {
        paidOn,
        method: 'check',
        reference: String(1000 + ++serial),
        amount: text(cents),
      }
      return async () =>
        taken(
          (await me.post('/api/payments', { ownerId, driverId, ...check, ...CONFIRMED })).status,
        )
    }
    if (name === 'reverse' || name === 'reissue' || name === 'repay unapplied money') {
      const posted = [...payments.values()].filter(({ reversal }) => reversal === null)
      if (!posted.length) return skip
      const { id } = chance.oneOf(posted)
      const path = `/api/payments/${id}`
      const reason = { reason: 'Lost in the mail', ...CONFIRMED }
      if (name === 'reverse') {
        const sent = { day: paidOn, kind: chance.oneOf(['never cashed', 'returned']), ...reason }
        return async () => taken((await me.post(`${path}/reverse`, sent)).status)
      }
      if (name === 'reissue') {
        const sent = { paidOn, method: 'check', reference: String(1000 + ++serial), ...reason }
        return async () => taken((await me.post(`${path}/reissue`, sent)).status)
      }
      const sent = { kind: 'repayment', day: paidOn, amount: text(cents / 8n + 1n), ...reason }
      return async () => taken((await me.post(`${path}/closings`, sent)).status)
    }
    const statement = await pick(['approved', 'paid'])
    if (!statement) return skip
    const sent = { reason: 'Wrong', cash: chance.oneOf(['kept', 'reversed']), ...CONFIRMED }
    return async () => {
      const { status } = await me.post(`/api/billing/${statement.id}/void`, sent)
      return taken(status, () => unfreeze(statement.id))
    }
  }

  function toSent({ date, revenue, miles }: ModelLoad) {
    return { settlementDate: date, revenue: text(revenue), miles: String(miles) }
  }

  /** The model's own statement, compared with the approved one. */
  async function freeze(approved: Settlement, { fuel, extraPay }: Draft): Promise<void> {
    // Of two approvals at once, the second returns the approved settlement.
    if (frozen.has(approved.id)) return
    const truck = trucks.findIndex(({ id }) => id === approved.truckId)
    const date = approved.settlementDate
    const mine = loadsAt(truck, date).map((load) => ({ ...load }))
    const lines = await at.lines(approved.id)
    const model = restate(mine, trucks[truck]?.rules ?? { perLoad: false, perMile: false })
    const sum = (found: Line[]) => found.reduce((total, { amount }) => total + toCents(amount), 0n)
    const of = (kind: string) => lines.filter((line) => line.kind === kind)
    const named = (description: string) =>
      lines.filter((line) => line.kind === 'rule' && line.description === description)
    const expected = {
      revenue: model.revenue,
      fee: model.fee,
      perLoad: model.perLoad,
      perMile: model.perMile,
      fuel,
      extraPay: -extraPay,
    }
    const found = {
      revenue: toCents(approved.totalRevenue),
      fee: sum(named('Carrier fee')),
      perLoad: sum(named('Per load')),
      perMile: sum(named('Per mile')),
      fuel: sum(lines.filter(({ kind, category }) => kind === 'entered' && category === 'fuel')),
      extraPay: sum(of('extra-pay')),
    }
    expect({ seed, number: approved.number, ...found }).toEqual({
      ...{ seed, number: approved.number },
      ...expected,
    })
    const [loan, weekly] = [sum(named('Loan')), sum(named('Insurance'))]
    expect([0n, RULES.weekly]).toContain(weekly)
    expect(loan >= 0n && loan <= RULES.loan).toBe(true)
    if (loan > 0n) expect([seed, approved.payee]).toEqual([seed, `driver:${at.dan}`])
    const adjusted = sum(of('correction'))
    const carriedIn = sum(of('carry-in'))
    const earned = restatedNet(model) - fuel + extraPay - loan - weekly - adjusted
    const rest = earned - carriedIn
    const carriedOut = rest < 0n ? -rest : 0n
    expect([seed, approved.number, toCents(approved.netPayment)]).toEqual([
      ...[seed, approved.number],
      rest + carriedOut,
    ])
    const known = ledger(approved.payee)
    known.earned += earned
    known.carriedIn += carriedIn
    known.carriedOut += carriedOut
    const { payee } = approved
    const shown = await readText(approved.id)
    const totals = { earned, carriedIn, carriedOut, text: shown }
    frozen.set(approved.id, { payee, truck, date, live: true, loads: mine, ...totals })
  }

  function unfreeze(id: number): void {
    const statement = frozen.get(id)
    if (!statement) throw new Error(`Statement ${id} was never approved`)
    const known = ledger(statement.payee)
    known.earned -= statement.earned
    known.carriedIn -= statement.carriedIn
    known.carriedOut -= statement.carriedOut
    statement.live = false
  }

  /** What the payment steps posted, reversed or closed. A posted payment never changes otherwise. */
  async function readPayments(): Promise<void> {
    const { body } = await me.get<Payment[]>('/api/payments')
    for (const payment of body) {
      const before = payments.get(payment.id)
      const known = ledger(payment.payee)
      const worth = ({ amount, closed, reversal }: Payment) =>
        reversal === null ? toCents(amount) - toCents(closed) : 0n
      known.cash += worth(payment) - (before ? worth(before) : 0n)
      if (before) {
        const same = ({ payee, paidOn, reference, amount }: Payment) => [
          payee,
          paidOn,
          reference,
          amount,
        ]
        expect(same(payment)).toEqual(same(before))
        if (before.reversal) expect(payment.reversal).toBe(before.reversal)
      }
      payments.set(payment.id, payment)
    }
    expect(body).toHaveLength(payments.size)
  }

  async function readText(id: number): Promise<string> {
    const { totalRevenue, totalExpenses, netPayment, number, payee } = await at.read(id)
    const lines = (await at.lines(id)).map(({ id: line, kind, amount, description }) => [
      ...[line, kind, amount, description],
    ])
    return JSON.stringify([totalRevenue, totalExpenses, netPayment, number, payee, lines])
  }

  /** MONEY: what is owed, by the model and by the product. */
  async function checkMoney(): Promise<void> {
    await readPayments()
    const { body } = await me.get<{ payees: { payee: string; open: string; unapplied: string }[] }>(
      '/api/payments/open',
    )
    const found = new Map(
      body.payees.map(({ payee, open, unapplied }) => [payee, toCents(open) - toCents(unapplied)]),
    )
    for (const [payee, known] of ledgers)
      expect([seed, payee, found.get(payee) ?? 0n]).toEqual([seed, payee, owed(known)])
  }

  /** Adjustments made and open restate each frozen statement to its current loads. */
  async function checkAdjustments(): Promise<void> {
    const all = await readAll()
    const { body: drifts } =
      await me.get<{ billingId: number; net: string }[]>('/api/settlements/drift')
    const open = new Map(drifts.map(({ billingId, net }) => [billingId, toCents(net)]))
    const made = new Map<number, Cents>()
    for (const { id, status } of all) {
      if (status === 'void') continue
      for (const { kind, corrects, amount } of await at.lines(id))
        if (kind === 'correction' && corrects !== null)
          made.set(corrects, (made.get(corrects) ?? 0n) - toCents(amount))
    }
    for (const [id, { live, truck, date, loads: before }] of frozen) {
      if (!live) continue
      const rules = trucks[truck]?.rules ?? { perLoad: false, perMile: false }
      const due =
        restatedNet(restate(loadsAt(truck, date), rules)) - restatedNet(restate(before, rules))
      expect([seed, id, (made.get(id) ?? 0n) + (open.get(id) ?? 0n)]).toEqual([seed, id, due])
    }
  }

  /** Frozen figures never change, numbers have no gaps, and net is revenue less the eleven categories. */
  async function checkStatements(): Promise<void> {
    const all = await readAll()
    for (const [id, { text: before }] of frozen) expect(await readText(id)).toBe(before)
    const numbers = all.flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    const checks = [...payments.values()].flatMap(({ reference }) => reference ?? [])
    const { text: register } = await me.get(
      '/api/payments/register.csv?from=2026-01-01&to=2027-12-31',
    )
    for (const check of checks) expect(register).toContain(check)
  }

  for (let step = 0; step < count; step++) {
    const names = chance.in(1 / 6)
      ? [chance.oneOf(NAMES), chance.oneOf(NAMES)]
      : [chance.oneOf(NAMES)]
    const prepared = []
    for (const name of names) prepared.push(await prepare(name))
    const results = await Promise.all(prepared.map((take) => take()))
    const ordered = results.toSorted((a, b) => (ORDER[a.name] ?? 0) - (ORDER[b.name] ?? 0))
    for (const { name, status, apply } of ordered) {
      expect([seed, step, name, status >= 500]).toEqual([seed, step, name, false])
      if (status >= 300) continue
      accepted++
      await apply()
    }
    if (step % 10 === 9) await checkMoney()
    if (step % 50 === 49) await checkAdjustments()
  }
  await checkMoney()
  await checkAdjustments()
  await checkStatements()
  return { accepted, statements: frozen.size, payments: payments.size }
}

function toCents(amount: string): Cents {
  return BigInt(amount.replace('.', ''))
}

function abs(amount: Cents): Cents {
  return amount < 0n ? -amount : amount
}
