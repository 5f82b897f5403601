/** A test carrier with two owners, Ann and Bob. Its truck belongs to Ann. */
import type { FastifyInstance } from 'fastify'
import { makeSample } from './samples.ts'
import { createTestCarrier } from './test-carrier.ts'

export type CarrierWithOwners = Awaited<ReturnType<typeof createCarrierWithOwners>>

export async function createCarrierWithOwners(app: FastifyInstance) {
  const carrier = await createTestCarrier(app)
  const add = async (entity: 'owners' | 'drivers', name: string): Promise<number> =>
    (await carrier.client.post(`/api/${entity}`, { ...makeSample(entity), name })).body.id

  /** Changes a truck and returns the HTTP status. */
  async function changeTruck(truckId: number, values: object): Promise<number> {
    const path = `/api/trucks/${truckId}`
    return (await carrier.client.put(path, { ...(await carrier.client.get(path)).body, ...values }))
      .status
  }

  const sellTo = (ownerId: number | null, truckId = carrier.truckId) =>
    changeTruck(truckId, { ownerId })
  const [ann, bob] = [await add('owners', 'Ann'), await add('owners', 'Bob')]
  await changeTruck(carrier.truckId, { ownerId: ann, driverId: null })
  return {
    ...carrier,
    ann,
    bob,
    sellTo,
    changeTruck,
    addDriver: (name: string) => add('drivers', name),
    /** Removes the truck's owner and sets this driver. */
    assignDriver: (driverId: number | null, truckId = carrier.truckId) =>
      changeTruck(truckId, { ownerId: null, driverId }),
  }
}
