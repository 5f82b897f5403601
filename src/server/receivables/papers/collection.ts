/** The papers that a surety asks for, as one ZIP (SPEC C209). */
import { addDays, yearOf, type Day } from '#core/calendar.ts'
import { nameDocument, toFileName } from '#core/documents/document-name.ts'
import type { Work } from '#server/database/open.ts'
import { readPapersToSend, readWholeFile } from '#server/documents/sent/papers-to-send.ts'
import { RequestError } from '#server/errors.ts'
import { readPacketInvoice } from '#server/invoices/packet-invoice.ts'
import { printInvoice } from '#server/invoices/print-invoice.ts'
import { readAccountStatement, readBroker } from '#server/receivables/account-statement.ts'
import { readContacts } from '#server/receivables/contacts.ts'
import { readOpenInvoices } from '#server/receivables/open-invoices.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'
import { buildAccountPaper } from './account-paper.ts'
import { readHead } from './head.ts'
import { buildContactsPaper, buildDemandLetter } from './letters.ts'

/** The days that the letter gives the broker to pay. */
const DAYS_TO_PAY = 10
const NOT_OPEN = 'Only an invoice with an open amount has a collection packet'

/** Makes each file after the previous one was sent. Throws 404, and 409 if nothing is open. */
export async function* collectPapers(
  print: PrintFor,
  work: Work,
  userId: string,
  invoiceId: number,
  day: Day,
): AsyncGenerator<ArchivedFile> {
  const { brokerId, loads } = await readPacketInvoice(work, userId, invoiceId)
  const open = await readOpenInvoices(work, userId, day, 'age', brokerId)
  const invoice = open.find(({ id }) => id === invoiceId)
  if (!invoice) throw new RequestError(409, NOT_OPEN)
  const { name, address } = await readBroker(work, userId, brokerId)
  const head = await readHead(work, userId)
  const paper = (place: number, title: string, pdf: Uint8Array): ArchivedFile => ({
    name: `${place} ${toFileName(title)}.pdf`,
    content: [pdf],
    isCompressed: true,
  })

  const payBy = addDays(day, DAYS_TO_PAY)
  const letter = buildDemandLetter({ name, address, invoice, day, payBy }, head)
  yield paper(1, 'Demand for payment', await print(userId, letter))
  const { pdf } = await printInvoice(print, work, userId, invoiceId)
  yield paper(2, `Invoice ${invoice.number}`, pdf)
  const period = { from: firstDay(invoice.invoiceDate, day), to: day }
  const statement = await readAccountStatement(work, userId, brokerId, period)
  yield paper(
    3,
    'Statement of account',
    await print(userId, buildAccountPaper(statement, head, address)),
  )
  const contacts = await readContacts(work, userId, { invoiceId })
  const about = { name, number: invoice.number, day }
  yield paper(
    4,
    'Contact log',
    await print(userId, buildContactsPaper(contacts.toReversed(), about, head)),
  )
  yield* loadPapers(work, userId, loads)
}

/** Rate confirmation, BOL, POD and the other papers of the loads. The id makes the name unique. */
async function* loadPapers(
  work: Work,
  userId: string,
  loads: readonly { id: number; number: string }[],
): AsyncGenerator<ArchivedFile> {
  const numbers = new Map(loads.map(({ id, number }) => [id, number]))
  const documents = await readPapersToSend(work, userId, [...numbers.keys()])
  for (const document of documents) {
    const loadNumber = numbers.get(document.loadId) ?? null
    const name = `5 ${document.id} ${nameDocument({ ...document, loadNumber })}`
    yield { name, content: [await readWholeFile(work, userId, document)], isCompressed: true }
  }
}

/** The first day of the statement of account: the first day of the year, or the invoice date if it is earlier. */
function firstDay(invoiceDate: Day, day: Day): Day {
  const { from } = yearOf(day)
  return invoiceDate < from ? invoiceDate : from
}
