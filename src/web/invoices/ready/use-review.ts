import { useState } from 'react'
import type { Invoice } from '#core/invoices/responses.ts'
import { mailingMessages } from '#core/packets/mailing.ts'
import { readQuestion, request } from '#web/api/client.ts'
import { approveInvoice, type Answers } from '#web/invoices/queries.ts'
import { nameInvoice, nameLoads } from '#web/invoices/invoice-text.ts'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'
import { checkPacket, isByHand, sendInvoice, type SendResult, type SendWay } from './send-ways.ts'

export type ReviewRow = {
  invoice: Invoice
  /** Why the last try failed. */
  error?: string | undefined
  /** The field that the server asks to confirm: "asked", "papers", "confirmation". */
  question?: string | undefined
  answers: Answers
  sent?: SendResult
  /** The packet can be made, and waits to be downloaded and sent by the person. */
  isReady?: boolean
}

export type Review = ReturnType<typeof useReview>

const MARKED = 'invoices marked as sent'

const GOES_TO_FACTOR = 'Goes to the factor with a schedule'

const NO_ANSWERS: Answers = { confirmed: [], leaveOffAsked: false }

export function isDone({ invoice, sent, isReady }: ReviewRow, way: SendWay): boolean {
  if (invoice.state === 'draft') return false
  return way === 'none' || sent !== undefined || (isByHand(way) && isReady === true)
}

/** Approves, sends or deletes the reviewed invoices. Each is a separate request, and a failed one can be tried again. */
export function useReview(invoices: Invoice[]) {
  const [rows, setRows] = useState<ReviewRow[]>(() =>
    invoices.map((invoice) => ({
      invoice,
      answers: NO_ANSWERS,
      ...(invoice.sentOn !== null && { sent: { message: mailingMessages.isSent } }),
    })),
  )
  const { progress, start, stop } = useSteps()

  function put(id: number, change: Partial<ReviewRow>) {
    setRows((before) => before.map((row) => (row.invoice.id === id ? { ...row, ...change } : row)))
  }

  /** Runs a step for each row in the order shown, because the invoice numbers follow that order. */
  function run(result: string, some: ReviewRow[], act: (row: ReviewRow) => Promise<void>) {
    const steps: Steps<ReviewRow> = {
      result,
      groups: [some],
      async step(row) {
        try {
          await act(row)
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          put(row.invoice.id, { error: message, question: readQuestion(error) ?? undefined })
          throw error
        }
      },
      describe: ({ invoice }) => `${nameInvoice(invoice)}, load ${nameLoads(invoice)}`,
    }
    start(steps)
  }

  async function approveAndSend({ invoice, answers }: ReviewRow, way: SendWay) {
    const { id } = invoice
    const approved = invoice.state === 'draft' ? await approveInvoice(invoice, answers) : invoice
    put(id, { invoice: approved, error: undefined, question: undefined })
    if (way === 'none') return
    // A selected invoice of a factor is sent on request; a new one goes with the next schedule.
    if (invoice.state === 'draft' && approved.factorId !== null)
      return put(id, { sent: { message: GOES_TO_FACTOR } })
    if (!isByHand(way)) return put(id, { sent: await sendInvoice(id, way) })
    await checkPacket(id)
    put(id, { isReady: true })
  }

  return {
    rows,
    busy: progress?.running ?? false,
    /** Packets that the person sent are being marked as sent. */
    marking: progress?.running === true && progress.result === MARKED,
    progress,
    stop,
    approve: (way: SendWay) =>
      run(
        nameResult(rows, way),
        rows.filter((row) => !isDone(row, way)),
        (row) => approveAndSend(row, way),
      ),
    /** The invoices whose packets wait to be sent by the person. */
    ready: rows.filter(({ isReady, sent }) => isReady === true && sent === undefined),
    /** After the person sent the packets of these rows. */
    markSent: (ready: ReviewRow[], way: SendWay) =>
      run(MARKED, ready, async ({ invoice: { id } }) => {
        if (isByHand(way)) put(id, { sent: await sendInvoice(id, way), error: undefined })
      }),
    /** Answers the row's question with yes, or leaves off what the broker has not approved. */
    answer({ invoice: { id }, question, answers }: ReviewRow, leaveOff: boolean) {
      if (question === undefined) return
      const next = leaveOff
        ? { ...answers, leaveOffAsked: true }
        : { ...answers, confirmed: [...answers.confirmed, question] }
      put(id, { answers: next, question: undefined, error: undefined })
    },
    remove: () =>
      run(
        'drafts deleted',
        rows.filter(({ invoice }) => invoice.state === 'draft'),
        async ({ invoice: { id, version } }) => {
          await request('DELETE', `/api/invoices/${id}`, {
            headers: { 'If-Match': `"${version}"` },
          })
          setRows((before) => before.filter(({ invoice }) => invoice.id !== id))
        },
      ),
  }
}

function nameResult(rows: ReviewRow[], way: SendWay): string {
  if (way === 'none') return 'invoices approved'
  const hasDraft = rows.some(({ invoice }) => invoice.state === 'draft')
  if (isByHand(way)) return hasDraft ? 'invoices approved' : 'packets ready'
  return hasDraft ? 'invoices approved and sent' : 'invoices sent'
}
