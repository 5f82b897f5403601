/** A truck of Ann's that may be sold to Bob, for tests of whom a settlement pays. */
import type { FastifyInstance } from 'fastify'
import { makeSample } from './samples.ts'
import { settling } from './settling.ts'

export type Owning = Awaited<ReturnType<typeof owning>>

export async function owning(app: FastifyInstance) {
  const at = await settling(app)
  const owner = async (name: string): Promise<number> =>
    (await at.me.post('/api/owners', { ...makeSample('owners'), name })).body.id

  /** Gives the answer's status. */
  async function sellTo(ownerId: number | null, truckId = at.truckId): Promise<number> {
    const path = `/api/trucks/${truckId}`
    return (await at.me.put(path, { ...(await at.me.get(path)).body, ownerId })).status
  }

  const [ann, bob] = [await owner('Ann'), await owner('Bob')]
  await sellTo(ann)
  return { ...at, ann, bob, sellTo }
}
