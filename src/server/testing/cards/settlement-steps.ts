/** Random steps of settlements, leases and owners (SPEC C572–C577). */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Chance } from '#server/testing/fuzz/chance.ts'
import type { Body } from '#server/testing/test-app.ts'
import {
  addDue,
  isOutdated,
  type ModelPurchase,
  type ModelSettlement,
  type ModelTerm,
  onDraft,
  recalculate,
  release,
} from './model.ts'
import { toDollars, pickBought, type Steps, toDayText, type World } from './world.ts'

const KINDS = ['diesel', 'diesel', 'diesel', 'def', 'toll', 'scale', 'oil', 'fee', 'tax', 'unknown']
const TERMS = ['fuel', 'def', 'toll', 'scale', 'oil', 'fee', 'other']

function makeTerms(chance: Chance): ModelTerm[] {
  return TERMS.filter(() => chance.in(0.8)).map((kind) => {
    const charge = chance.oneOf(['cost', 'cost', 'retail', 'cost-plus', 'flat', 'none'] as const)
    const passes = charge === 'cost' || charge === 'cost-plus'
    const discount = passes ? chance.oneOf(['all', 'part', 'none'] as const) : ('none' as const)
    return {
      kind,
      charge,
      discount,
      percent: charge === 'cost-plus' ? chance.whole(1000) : null,
      amount: charge === 'flat' ? chance.whole(5000) : null,
      discountPercent: discount === 'part' ? chance.whole(10_000) : null,
    }
  })
}

const toTerms = (terms: ModelTerm[]) =>
  terms.map((one) => ({
    ...one,
    percent: toDollars(one.percent),
    amount: toDollars(one.amount),
    discountPercent: toDollars(one.discountPercent),
  }))

const pickDraft = ({ model, chance }: World): ModelSettlement | undefined => {
  const drafts = model.settlements.filter(({ state }) => state === 'pending')
  return drafts.length ? chance.oneOf(drafts) : undefined
}

/** Whether the database took a change of a purchase. It must, unless the purchase is on a line. */
async function changeBought(
  world: World,
  bought: ModelPurchase,
  values: Record<string, string | number | null>,
) {
  const isTaken = await world.cards.change(bought.id, values).then(
    () => true,
    () => false,
  )
  expect(isTaken).toBe(bought.line === null)
  return isTaken
}

export const SETTLEMENT_STEPS: Steps = {
  async buy({ model, cards, chance, trucks, days }) {
    const truck = chance.in(0.1) ? null : chance.oneOf(trucks)
    const day = toDayText(chance.oneOf(days))
    const byPosted = chance.in(0.3)
    const later = new Date(Date.parse(day) + chance.whole(12) * 86_400_000)
    const posted = chance.in(0.6) ? toDayText(later) : null
    const sign = chance.in(0.15) ? -1 : 1
    const retail = sign * chance.whole(90_000)
    const discount = chance.in(0.5) ? sign * chance.whole(Math.abs(retail) + 1) : 0
    const kind = chance.oneOf(KINDS)
    const figures = { retail: toDollars(retail), discount: toDollars(discount), posted_on: posted }
    const provider = byPosted ? 'bestpass' : 'comdata'
    const id = await cards.buy(day, truck, { ...figures, kind, provider })
    model.purchases.push({
      id,
      truck,
      kind,
      day,
      posted,
      byPosted,
      retail,
      discount,
      gallons: 206,
      price: 343,
      printed: null,
      byPerson: false,
      ignored: null,
      off: false,
      conflict: null,
      refused: [],
      line: null,
      wasPrinted: false,
    })
  },

  async settle({ model, carrier, chance, trucks, days }) {
    const truckId = chance.oneOf(trucks)
    const day = chance.oneOf(days)
    const settlementDate = toDayText(day)
    const chosen = chance.in(0.2) ? { ownerId: chance.oneOf([carrier.ann, carrier.bob]) } : {}
    await carrier.createLoad(settlementDate, '99000', { truckId })
    const sent = { truckId, settlementDate, startFromDefaults: chance.in(0.5), ...chosen }
    const { status, body } = await carrier.client.post('/api/billing', sent)
    if (status !== 201) return
    const start = new Date(day.getTime() - day.getUTCDay() * 86_400_000)
    const made: ModelSettlement = {
      id: body.id,
      truck: truckId,
      date: settlementDate,
      state: 'pending',
      start: toDayText(start),
      end: toDayText(new Date(start.getTime() + 6 * 86_400_000)),
      owner: chosen.ownerId ?? model.owners.get(truckId) ?? null,
    }
    model.settlements.push(made)
    addDue(model, made)
  },

  async recalculate(world) {
    const draft = pickDraft(world)
    if (!draft) return
    const path = `/api/billing/${draft.id}`
    const { status } = world.chance.in(0.5)
      ? await world.carrier.client.put(path, { recalculate: true })
      : await world.carrier.client.post(`${path}/apply-rules`)
    expect(status).toBe(200)
    recalculate(world.model, draft)
  },

  async 'recalculate twice at once'(world) {
    const draft = pickDraft(world)
    if (!draft) return
    const path = `/api/billing/${draft.id}`
    const send = () => world.carrier.client.put(path, { recalculate: true })
    for (const { status } of await Promise.all([send(), send(), send()])) expect(status).toBe(200)
    // What a first calculation drops, a second one may find due on the same draft.
    for (let times = 0; times < 3; times++) recalculate(world.model, draft)
  },

  async approve(world) {
    const draft = pickDraft(world)
    if (!draft) return
    const { status } = await world.carrier.approve(draft.id)
    if (isOutdated(world.model, draft)) expect(status).toBe(409)
    if (status !== 200) return
    draft.state = 'frozen'
    for (const bought of onDraft(world.model, draft)) bought.wasPrinted = true
  },

  async void({ model, carrier, chance }) {
    const frozen = model.settlements.filter(({ state }) => state === 'frozen')
    if (!frozen.length) return
    const one = chance.oneOf(frozen)
    if ((await carrier.voidStatement(one.id)).status !== 200) return
    one.state = 'void'
    release(model, one)
  },

  async 'delete a draft'(world) {
    const draft = pickDraft(world)
    if (!draft) return
    expect((await world.carrier.client.delete(`/api/billing/${draft.id}`)).status).toBe(204)
    release(world.model, draft)
    world.model.settlements = world.model.settlements.filter((one) => one !== draft)
  },

  async 'change the payee'(world) {
    const { model, carrier, chance } = world
    const draft = pickDraft(world)
    if (!draft) return
    const ownerId = chance.oneOf([carrier.ann, carrier.bob])
    expect((await carrier.client.put(`/api/billing/${draft.id}`, { ownerId })).status).toBe(200)
    if (draft.owner === ownerId) return
    release(model, draft)
    draft.owner = ownerId
    addDue(model, draft)
  },

  async sell({ model, carrier, chance, trucks, driver }) {
    const truck = chance.oneOf(trucks)
    const ownerId = chance.in(0.2) ? null : chance.oneOf([carrier.ann, carrier.bob])
    const driverId = ownerId === null ? driver : null
    expect(await carrier.changeTruck(truck, { ownerId, driverId })).toBe(200)
    model.owners.set(truck, ownerId)
  },

  async lease({ model, carrier, chance, trucks, days }) {
    const [truckId, ownerId] = [chance.oneOf(trucks), chance.oneOf([carrier.ann, carrier.bob])]
    const [from = '', to = ''] = [
      toDayText(chance.oneOf(days)),
      toDayText(chance.oneOf(days)),
    ].toSorted()
    const terms = chance.in(0.3) ? [] : makeTerms(chance)
    const period = { startsOn: from, endsOn: to }
    const pay = { pay: 'percent', rate: '88', terms: toTerms(terms), confirmed: ['ownerId'] }
    const sent = { truckId, ownerId, ...period, ...pay }
    const { status, body } = await carrier.client.post('/api/leases', sent)
    expect([201, 409]).toContain(status)
    if (status === 201)
      model.leases.push({ id: body.id, truck: truckId, owner: ownerId, from, to, terms })
  },

  async 'change or delete a lease'({ model, carrier, chance }) {
    if (!model.leases.length) return
    const lease = chance.oneOf(model.leases)
    const path = `/api/leases/${lease.id}`
    if (chance.in(0.3)) {
      expect((await carrier.client.delete(path)).status).toBe(204)
      model.leases = model.leases.filter((one) => one !== lease)
      return
    }
    const terms = makeTerms(chance)
    const { labels: _, ...stored } = (await carrier.client.get<Body>(path)).body
    const sent = { ...stored, terms: toTerms(terms), confirmed: ['ownerId'] }
    expect((await carrier.client.put(path, sent)).status).toBe(200)
    lease.terms = terms
  },

  async 'change the defaults'({ model, carrier, chance }) {
    const terms = makeTerms(chance)
    const path = '/api/lease-defaults'
    expect((await carrier.client.put(path, { terms: toTerms(terms) })).status).toBe(200)
    model.defaults = terms
  },

  async 'take off'({ model, carrier, chance, cards, database }) {
    const drafts = model.settlements.filter(({ state }) => state === 'pending').map(({ id }) => id)
    const lines = model.purchases.filter(({ line }) => line && drafts.includes(line.billing))
    if (!lines.length) return
    const bought = chance.oneOf(lines)
    const { rows } = await sql<{
      id: number
    }>`select id from expenses where user_id = ${cards.userId}
      and card_purchase_id = ${bought.id} and not voided`.execute(database)
    const path = `/api/billing/${bought.line?.billing}/expenses/${rows[0]?.id}/take-off`
    expect((await carrier.client.post(path, { reason: 'Ours' })).status).toBe(200)
    Object.assign(bought, { line: null, off: true })
  },

  async 'put back'(world) {
    const { model, carrier, chance } = world
    const off = model.purchases.filter((bought) => bought.off)
    const draft = pickDraft(world)
    if (!off.length || !draft) return
    const bought = chance.oneOf(off)
    const path = `/api/billing/${draft.id}/cards/${bought.id}/put-back`
    const isOfTruck = bought.truck === draft.truck
    expect((await carrier.client.post(path)).status).toBe(isOfTruck ? 200 : 404)
    if (!isOfTruck) return
    bought.off = false
    recalculate(model, draft)
  },

  async ignore(world) {
    const bought = pickBought(world)
    if (!bought) return
    const ignored = bought.ignored ? null : 'person'
    if (await changeBought(world, bought, { ignored })) bought.ignored = ignored
  },
}
