/** Ends downloads whose clients stopped reading. */
import type { FastifyReply } from 'fastify'

const LONGEST_PAUSE_MS = 2 * 60 * 1000

/** The client loses its connection after two minutes without reading, so that it does not hold a slot forever. */
export function endWhenStalled({ raw }: FastifyReply): void {
  raw.setTimeout(LONGEST_PAUSE_MS, () => raw.destroy())
}
