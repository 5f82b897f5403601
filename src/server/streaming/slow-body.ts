/** Ends uploads whose clients stopped sending. */
import type { IncomingMessage } from 'node:http'

/** A phone with a bad connection sends ten times as much. */
const SLOWEST = { bytes: 32 * 1024, ms: 60_000 }

/**
 * The client loses its connection if it sends less than `SLOWEST` in a minute, so that it does not hold a slot. A minute in which the
 * server did not read what had arrived does not count.
 */
export function rejectSlow(body: IncomingMessage, { bytes, ms } = SLOWEST) {
  let read = 0
  const check = () => {
    if (read < bytes && !body.readableLength) body.destroy()
    read = 0
  }
  const timer = setInterval(check, ms).unref()
  return {
    count(piece: number): void {
      read += piece
    },
    end(): void {
      clearInterval(timer)
    },
  }
}
