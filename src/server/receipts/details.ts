/** One receipt with its parts, differences and refunds (SPEC C192). */
import { isRefundDue } from '#core/receipts/questions.ts'
import { findEarliestReversal } from '#core/receipts/reversal.ts'
import type { BrokerDifference, ReceiptDetails } from '#core/receipts/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readInvoiceFacts, type InvoiceFacts } from '#server/invoices/read-invoices.ts'
import { accountDay } from '#server/today.ts'
import { readBrokerName } from './brokers.ts'
import { readLoadsOfInvoices, type InvoicedLoad } from '#server/invoices/money/loads-of-invoices.ts'
import {
  readDifferences,
  readReceiptParts,
  readReceipt,
  readRefunds,
  type StoredDifference,
} from './rows.ts'

/** Throws 404 if the account has no such receipt. */
export async function readReceiptDetails(
  database: Database | Work,
  userId: string,
  id: number,
): Promise<ReceiptDetails> {
  const receipt = await readReceipt(database, userId, id)
  const parts = await readReceiptParts(database, userId, id)
  const differences = await readDifferences(database, userId, { receiptId: id })
  const refunds = await readRefunds(database, userId, id)
  const describe = await describeInvoices(
    database,
    userId,
    [...parts, ...differences].map(({ invoiceId }) => invoiceId),
  )
  return {
    ...receipt,
    brokerName: await readBrokerName(database, userId, receipt.brokerId),
    parts: parts.map((part) => ({ ...part, ...describe(part.invoiceId) })),
    differences: (await nameCredits(database, userId, differences)).map((one) => ({
      ...one,
      ...describe(one.invoiceId),
    })),
    refunds,
    isRefundDue: isRefundDue(receipt, accountDay()),
    earliestReversal: findEarliestReversal({ ...receipt, parts, differences, refunds }),
  }
}

type Described = { invoiceNumber: string | null; loads: InvoicedLoad[] }

async function describeInvoices(
  database: Database | Work,
  userId: string,
  ids: number[],
): Promise<(id: number) => Described> {
  const facts = await readFacts(database, userId, ids)
  const loads = await readLoadsOfInvoices(database, userId, ids)
  return (id) => ({ invoiceNumber: facts.get(id)?.number ?? null, loads: loads.get(id) ?? [] })
}

async function readFacts(
  database: Database | Work,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, InvoiceFacts>> {
  if (!ids.length) return new Map()
  const facts = await readInvoiceFacts(database, userId, { ids })
  return new Map(facts.map((one) => [one.id, one]))
}

/** Adds the number of the credit note to each difference that has one. */
export async function nameCredits(
  database: Database | Work,
  userId: string,
  differences: readonly StoredDifference[],
): Promise<BrokerDifference[]> {
  const ids = differences.flatMap(({ creditNoteId }) => creditNoteId ?? [])
  const credits = await readFacts(database, userId, ids)
  return differences.map(({ chargeId: _charge, partId: _part, ...one }) => ({
    ...one,
    creditNoteNumber: credits.get(one.creditNoteId ?? 0)?.number ?? null,
  }))
}
