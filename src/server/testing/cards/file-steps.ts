/** Random steps of card files, cards and what a person decides (SPEC C563–C566, C569). */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { CARDS, makeCardFile, toCsv, toRows } from './card-book.ts'
import { efsFile } from './card-files.ts'
import {
  decideModelFigures,
  giveTruck,
  isWaiting,
  listFound,
  listOthers,
  listSettled,
  matchTrucks,
  moveCard,
  refuseUndo,
  undoFile,
} from './model-files.ts'
import { planFile, storeFile } from './model-import.ts'
import type { ModelPurchase } from './model.ts'
import { pickBought, type Steps, toDayText, type World } from './world.ts'

const PATH = '/api/card-purchases'

/** Makes the names of files unique. */
let serial = 0

const put = ({ carrier }: World, bought: ModelPurchase, values: object) =>
  carrier.client.put(`${PATH}/${bought.id}`, values)

/** The purchases that were just added, in the order of the file. */
async function setIds({ model, cards, database }: World, added: ModelPurchase[]): Promise<void> {
  const last = Math.max(0, ...model.purchases.map(({ id }) => id))
  const { rows } = await sql<{ id: number }>`select id from card_purchases
    where user_id = ${cards.userId} and id > ${last} order by id`.execute(database)
  expect(rows.length).toBe(added.length)
  for (const [at, one] of added.entries()) one.id = rows[at]?.id ?? 0
}

export const FILE_STEPS: Steps = {
  async 'import a file'(world) {
    const { model, carrier, chance } = world
    const { stops, credits } = makeCardFile(world)
    if (!stops.length && !credits.length) return
    const rows = [
      ...stops.flatMap((one) => toRows(one, 1)),
      ...credits.flatMap((one) => toRows(one, -1)),
    ]
    const csv = [
      ...stops.flatMap((one) => toCsv(one, 1)),
      ...credits.flatMap((one) => toCsv(one, -1)),
    ]
    const name = `week ${++serial}.csv`
    const send = (step: string, query = '') =>
      carrier.client.post(
        `${PATH}/import${step}?name=${name}&confirmed=again${query}`,
        efsFile(csv),
        {
          'content-type': 'text/csv',
        },
      )
    const plan = planFile(model, rows)
    const waiting = plan.added.filter(({ found }) => found.truck === null).length
    const [conflict, same] = [plan.conflicts.length, plan.same]
    if (chance.in(0.2)) {
      const { body } = await send('/check')
      const ready = plan.added.length - waiting
      expect(body.piles).toEqual({ ready, waiting, conflict, same })
      const asked = body.approvedWeeks as { count: number } | null
      expect(asked?.count ?? 0).toBe(plan.settled.length)
    }
    let answer = ''
    if (plan.settled.length) {
      expect((await send('')).status).toBe(400)
      answer = `&approvedWeeks=${chance.in(0.5) ? 'charged-before' : 'charge-next'}`
    }
    const chargedBefore = answer.includes('before')
    const times = chance.in(0.15) ? 2 : 1
    const sent = await Promise.all(Array.from({ length: times }, () => send('', answer)))
    for (const { status } of sent) expect(status).toBe(201)
    const isStored = plan.added.length > 0 || plan.conflicts.some(({ isUnseen }) => isUnseen)
    const made = sent.filter(({ body }) => body.importId !== null)
    expect(made.length).toBe(isStored ? 1 : 0)
    const body = (made[0] ?? sent[0])?.body
    expect(body).toMatchObject({ imported: plan.added.length, waiting, conflicts: conflict, same })
    const id = made.length ? Number(body?.importId) : null
    const stored = storeFile(model, plan, { id, name, chargedBefore })
    await setIds(world, stored)
  },

  async 'decide a conflict'(world) {
    const { model, carrier, chance } = world
    const open = model.purchases.filter(isWaiting)
    if (!open.length) return
    const bought = chance.oneOf(open)
    const take = chance.oneOf(['stored', 'new', 'new', 'both'] as const)
    const approvedWeeks = 'charge-next'
    const { status } = await carrier.client.post(`${PATH}/${bought.id}/figures`, {
      take,
      approvedWeeks,
    })
    const added = decideModelFigures(model, bought, take)
    expect(status).toBe(added ? 200 : 409)
    await setIds(world, added ?? [])
  },

  async 'undo an import'({ model, carrier, chance }) {
    if (!model.files.length) return
    const { id } = chance.oneOf(model.files)
    const refused = refuseUndo(model, id)
    const path = `/api/card-imports/${id}`
    const { status } = await carrier.client.delete(path)
    expect(status).toBe(refused ? 409 : 204)
    if (refused === 'printed' || refused === 'taken') return
    if (refused) expect((await carrier.client.delete(`${path}?confirmed=overlap`)).status).toBe(204)
    undoFile(model, id)
  },

  async 'move a card'({ model, carrier, chance, trucks, days }) {
    const [number, truckId] = [chance.oneOf(CARDS), chance.oneOf(trucks)]
    const startsOn = toDayText(chance.oneOf(days))
    const sent = { provider: 'efs', kind: 'card', number, truckId, startsOn, endsOn: null }
    const { status } = await carrier.client.post('/api/cards', { ...sent, confirmed: ['startsOn'] })
    const isMoved = moveCard(model, { number, truck: truckId, from: startsOn })
    expect(status).toBe(isMoved ? 201 : 409)
  },

  async 'delete a card'({ model, carrier, chance }) {
    if (!model.cards.length) return
    const { number, from } = chance.oneOf(model.cards)
    const listed = (
      await carrier.client.get<{ id: number; number: string; startsOn: string }[]>('/api/cards')
    ).body
    const row = listed.find((one) => one.number === number && one.startsOn === from)
    expect((await carrier.client.delete(`/api/cards/${row?.id}`)).status).toBe(204)
    model.cards = model.cards.filter((one) => one.number !== number || one.from !== from)
  },

  async 'look for trucks'({ model, carrier, chance }) {
    const moves = chance.in(0.5)
    const path = `${PATH}/match?moves=${moves ? 'yes' : 'no'}`
    const settled = listSettled(model, listFound(model))
    let answer = ''
    if (settled.length) {
      expect((await carrier.client.post(path)).status).toBe(400)
      answer = chance.oneOf(['charged-before', 'charge-next'])
    }
    const { body } = await carrier.client.post(answer ? `${path}&approvedWeeks=${answer}` : path)
    expect(body).toEqual(matchTrucks(model, moves))
    if (answer === 'charged-before') for (const one of settled) one.ignored = 'charged before'
  },

  async 'say whose truck it is'(world) {
    const bought = pickBought(world)
    if (!bought) return
    const { model, chance, trucks } = world
    const truckId = chance.in(0.15) ? null : chance.oneOf(trucks)
    const others = truckId !== null && chance.in(0.5)
    const isKept = bought.line !== null && bought.truck !== truckId
    const rest = others ? listOthers(model, bought) : []
    const given = bought.truck === truckId ? rest : [bought, ...rest]
    const settled = listSettled(
      model,
      given.map((one) => ({ bought: one, truck: truckId })),
    )
    const approvedWeeks = chance.oneOf(['charged-before', 'charge-next'])
    const sent = { truckId, others, confirmed: ['startsOn'] }
    if (settled.length && !isKept) expect((await put(world, bought, sent)).status).toBe(400)
    const { status } = await put(world, bought, { ...sent, approvedWeeks })
    expect(status).toBe(isKept ? 409 : 200)
    if (isKept) return
    if (approvedWeeks === 'charged-before')
      for (const one of settled) one.ignored = 'charged before'
    for (const one of given) {
      giveTruck(one, truckId)
      one.byPerson = truckId !== null
    }
  },

  async 'say who has the card'(world) {
    const { model, chance, trucks } = world
    const waiting = model.purchases.filter(({ truck, printed }) => truck === null && printed)
    if (!waiting.length) return
    const bought = chance.oneOf(waiting)
    const truckId = chance.oneOf(trucks)
    const values = { truckId, holder: true, confirmed: ['startsOn'], approvedWeeks: 'charge-next' }
    const card = { number: bought.printed?.card ?? '', truck: truckId, from: bought.day }
    const { status } = await put(world, bought, values)
    const isMoved = moveCard(model, card)
    expect(status).toBe(isMoved ? 200 : 409)
    if (!isMoved) return
    giveTruck(bought, truckId)
    bought.byPerson = true
  },

  async 'name the kind'(world) {
    const bought = pickBought(world)
    if (!bought) return
    const kind = world.chance.oneOf(['diesel', 'scale', 'oil', 'toll'])
    const isKept = bought.line !== null && bought.kind !== kind
    expect((await put(world, bought, { kind })).status).toBe(isKept ? 409 : 200)
    if (!isKept) bought.kind = kind
  },
}
