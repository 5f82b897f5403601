/** What packets need from the running server. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { printInvoice } from '#server/invoices/print-invoice.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import type { PacketMaker } from './make-packet.ts'
import { openMerger } from './merge/merger.ts'

/** The merging thread ends with the server. */
export function openPackets(
  app: FastifyInstance,
  database: Database,
  print: PrintFor,
): PacketMaker {
  const merger = openMerger()
  app.addHook('onClose', () => merger.close())
  return {
    database,
    merger,
    printInvoice: async (work, userId, invoiceId) =>
      (await printInvoice(print, work, userId, invoiceId, { asApproved: true })).pdf,
  }
}
