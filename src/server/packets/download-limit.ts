import { createLimit } from '#server/streaming/concurrency-limit.ts'

/** A packet is in memory until its client has read it. */
export const packetDownloads = createLimit('packets', 3, 9)
