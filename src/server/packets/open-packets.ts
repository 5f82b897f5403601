/** What packets need from the running server. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { printInvoice } from '#server/invoices/print-invoice.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import type { PacketMaker } from './make-packet.ts'
import { openMerger } from './merge/merger.ts'
import type { PaperMemory } from './merge/paper-memory.ts'

type Needs = { database: Database; print: PrintFor; memory: PaperMemory }

/** The merging threads end with the server. */
export function openPackets(app: FastifyInstance, { database, print, memory }: Needs): PacketMaker {
  const merger = openMerger({ memory })
  app.addHook('onClose', () => merger.close())
  return {
    database,
    merger,
    printInvoice: async (work, userId, invoiceId) =>
      (await printInvoice(print, work, userId, invoiceId, { asApproved: true })).pdf,
  }
}
