/** A truck of Ann's that can be sold to Bob, for tests of payees. */
import type { FastifyInstance } from 'fastify'
import { makeSample } from './samples.ts'
import { settling } from './settling.ts'

export type Owning = Awaited<ReturnType<typeof owning>>

export async function owning(app: FastifyInstance) {
  const at = await settling(app)
  const addOwner = async (name: string): Promise<number> =>
    (await at.me.post('/api/owners', { ...makeSample('owners'), name })).body.id

  /** Returns the HTTP status. */
  async function sellTo(ownerId: number | null, truckId = at.truckId): Promise<number> {
    const path = `/api/trucks/${truckId}`
    return (await at.me.put(path, { ...(await at.me.get(path)).body, ownerId })).status
  }

  const [ann, bob] = [await addOwner('Ann'), await addOwner('Bob')]
  await sellTo(ann)
  return { ...at, ann, bob, sellTo }
}
