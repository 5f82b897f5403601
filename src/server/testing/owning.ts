/** A truck of Ann's that can be sold to Bob or driven by Dan and Eve, for tests of payees. */
import type { FastifyInstance } from 'fastify'
import { makeSample } from './samples.ts'
import { settling } from './settling.ts'

export type Owning = Awaited<ReturnType<typeof owning>>

export async function owning(app: FastifyInstance) {
  const at = await settling(app)
  const add = async (entity: 'owners' | 'drivers', name: string): Promise<number> =>
    (await at.me.post(`/api/${entity}`, { ...makeSample(entity), name })).body.id

  /** Returns the HTTP status. */
  async function changeTruck(truckId: number, values: object): Promise<number> {
    const path = `/api/trucks/${truckId}`
    return (await at.me.put(path, { ...(await at.me.get(path)).body, ...values })).status
  }

  const sellTo = (ownerId: number | null, truckId = at.truckId) => changeTruck(truckId, { ownerId })
  const [ann, bob] = [await add('owners', 'Ann'), await add('owners', 'Bob')]
  await sellTo(ann)
  return {
    ...at,
    ann,
    bob,
    sellTo,
    changeTruck,
    addDriver: (name: string) => add('drivers', name),
    /** The truck has no owner from now on, and this driver. */
    driveBy: (driverId: number | null, truckId = at.truckId) =>
      changeTruck(truckId, { ownerId: null, driverId }),
  }
}
