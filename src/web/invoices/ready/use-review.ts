import { useState } from 'react'
import type { Invoice } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { approveInvoice } from '#web/invoices/queries.ts'
import { nameInvoice, nameLoads } from '#web/invoices/invoice-text.ts'
import type { Steps } from '#web/settlements/run/steps.ts'
import { useSteps } from '#web/settlements/run/use-steps.ts'

/** `error`: why the last try failed. */
export type ReviewRow = { invoice: Invoice; error: string | undefined }
export type Review = ReturnType<typeof useReview>

export function isDone({ invoice }: ReviewRow): boolean {
  return invoice.state !== 'draft'
}

/** The steps of the reviewed drafts. Each is a separate request; what failed can be tried again. */
export function useReview(invoices: Invoice[]) {
  const [rows, setRows] = useState<ReviewRow[]>(() =>
    invoices.map((invoice) => ({ invoice, error: undefined })),
  )
  const { progress, start, stop } = useSteps()
  const open = rows.filter((row) => !isDone(row)).map(({ invoice }) => invoice)

  function put(id: number, change: Partial<ReviewRow>) {
    setRows((before) => before.map((row) => (row.invoice.id === id ? { ...row, ...change } : row)))
  }

  /** Runs a request for each open invoice in the order shown: numbers follow it. */
  function run(result: string, act: (invoice: Invoice) => Promise<void>) {
    const steps: Steps<Invoice> = {
      result,
      groups: [open],
      async step(invoice) {
        try {
          await act(invoice)
        } catch (error) {
          put(invoice.id, { error: error instanceof Error ? error.message : String(error) })
          throw error
        }
      },
      describe: (invoice) => `${nameInvoice(invoice)} of ${nameLoads(invoice)}`,
    }
    start(steps)
  }

  return {
    rows,
    busy: progress?.running ?? false,
    progress,
    stop,
    approve: () =>
      run('invoices approved', async (invoice) => {
        const approved = await approveInvoice(invoice)
        put(invoice.id, { invoice: approved, error: undefined })
      }),
    remove: () =>
      run('drafts deleted', async (invoice) => {
        await request('DELETE', `/api/invoices/${invoice.id}`, {
          headers: { 'If-Match': `"${invoice.version}"` },
        })
        setRows((before) => before.filter((row) => row.invoice.id !== invoice.id))
      }),
  }
}
