/** A carrier with a truck owner, a driver who is paid, a driver who is not, and other records that are marked with a planted word. */
import type { FastifyInstance } from 'fastify'
import { inviteMember } from '#server/testing/team.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'

const [FIRST, SECOND, THIRD, FOURTH] = [
  '2026-10-30',
  '2026-11-06',
  '2026-11-13',
  '2026-11-20',
] as const

/** In every text of a record that no portal may show. */
export const PLANTED = 'Zyzzyva'
/** In every amount that no portal may show. */
export const PLANTED_CENTS = '.77'

export type PortalCarrier = Awaited<ReturnType<typeof portalCarrier>>

/**
 * Ann has truck 1 with a paid, an approved and a void statement, and a draft. Dan is paid for his own truck; Eve drives Ann's
 * truck and is not paid. Bob's truck, statements and loads are planted.
 */
export async function portalCarrier(app: FastifyInstance) {
  const carrier = await createCarrierWithOwners(app)
  const { client, ann, bob, truckId } = carrier
  const [dan, eve] = [await carrier.addDriver('Dan'), await carrier.addDriver('Eve')]
  const hisTruck = await carrier.createTruck()
  await carrier.assignDriver(dan, hisTruck)
  const bobsTruck = await carrier.createTruck()
  const change = async (path: string, values: object) =>
    client.put(path, { ...(await client.get(path)).body, ...values })
  await change(`/api/trucks/${bobsTruck}`, { ownerId: bob, truckId: `${PLANTED} truck` })
  await change(`/api/owners/${bob}`, { name: `${PLANTED} Bob`, address: `${PLANTED} Street` })
  const secrets = { bankDetails: `${PLANTED} bank, account 9911001234`, taxId: '12-3456789' }
  await change(`/api/owners/${ann}`, secrets)
  await carrier.createRule({ ownerId: ann, balance: 'loan', total: '900', value: '100' })
  await carrier.createRule({
    ownerId: bob,
    balance: 'loan',
    total: '800.77',
    value: '10.77',
    description: `${PLANTED} loan`,
  })

  const onTruck = (truck: number, date: string, revenue: string, more: object = {}) =>
    carrier.createLoad(date, revenue, { truckId: truck, ...more })
  const settle = async (truck: number, date: string, values: object = {}) =>
    (await client.post('/api/billing', { truckId: truck, settlementDate: date, ...values })).body.id

  const byEve = { driverId: eve, notes: `${PLANTED} rate` }
  await onTruck(truckId, FIRST, '1000', byEve)
  const paid = await settle(truckId, FIRST, { tolls: '12.50' })
  await carrier.approve(paid)
  await carrier.pay(paid)
  await onTruck(truckId, SECOND, '2000', byEve)
  const approved = await settle(truckId, SECOND)
  await carrier.approve(approved)
  await onTruck(truckId, THIRD, '500', byEve)
  const voided = await settle(truckId, THIRD)
  await carrier.approve(voided)
  await carrier.voidStatement(voided)
  await onTruck(truckId, FOURTH, '3000', byEve)
  const draft = await settle(truckId, FOURTH, { fuel: '41.77', notes: `${PLANTED} draft` })

  await onTruck(hisTruck, FIRST, '700', { driverId: dan })
  const ofDan = await settle(hisTruck, FIRST)
  await carrier.approve(ofDan)
  const planted = { cargoType: `${PLANTED} cargo`, pickupCity: PLANTED, loadId: `${PLANTED} 1` }
  await onTruck(bobsTruck, FIRST, '5000.77', planted)
  const ofBob = await settle(bobsTruck, FIRST)
  await carrier.approve(ofBob)
  await carrier.pay(ofBob)

  return {
    ...carrier,
    dan,
    eve,
    hisTruck,
    bobsTruck,
    paid,
    approved,
    voided,
    draft,
    ofDan,
    ofBob,
    owner: await inviteMember(app, client, 'owner', { ownerId: ann }),
    driver: await inviteMember(app, client, 'driver', { driverId: dan }),
    unpaidDriver: await inviteMember(app, client, 'driver', { driverId: eve }),
  }
}
