import { createLimit } from '#server/streaming/concurrency-limit.ts'

/** Packets in memory: until the client has read them, or the emails with them are stored. */
export const packetDownloads = createLimit('packets', 3, 9)
