/** What the routes work with. `app.ts` opens it once and closes it with the server. */
import type { FastifyInstance } from 'fastify'
import type { Database } from './database/open.ts'
import type { DocumentStore } from './documents/document-store.ts'
import type { PacketMaker } from './packets/make-packet.ts'
import type { PrintFor } from './statements/printer/queue.ts'

export type Services = {
  database: Database
  print: PrintFor
  /** A separate queue: the office does not wait for the prints of truck owners. */
  printForOwners: PrintFor
  documents: DocumentStore
  packets: PacketMaker
  /** The quota of each account in bytes; undefined without a limit. */
  quota: number | undefined
}

/** Adds the routes of a feature. */
export type AddRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>
