import { createLimit } from '#server/streaming/concurrency-limit.ts'

/** Limits the packets in memory. A packet counts until the client has read it or its email is stored. */
export const packetDownloads = createLimit({ what: 'packets', perAccount: 3, overall: 9 })
