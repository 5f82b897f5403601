import { useEffect, useRef, useState } from 'react'
import type { Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ReviewList } from './review-list.tsx'
import { isDone, useReview, type Review } from './use-review.ts'

type ReviewDialogProps = { invoices: Invoice[]; onClose: () => void }

/** The drafts with their lines, and their approval and sending, one after the other (SPEC C165). */
export function ReviewDialog({ invoices, onClose }: ReviewDialogProps) {
  const review = useReview(invoices)
  const { rows, busy, progress, stop } = review
  const total = formatMoney(addUp(rows.map(({ invoice }) => invoice.total)))
  return (
    <Dialog
      wide
      open
      title={`${pluralize(rows.length, 'Invoice')}, ${total}`}
      description="Approval gives each invoice its number and locks it. What you leave stays a draft."
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      <ReviewList rows={rows} />
      <ReviewEnd review={review} onClose={onClose} />
    </Dialog>
  )
}

/** The main button stays the same element in all steps, so that it keeps the focus. */
function ReviewEnd({ review, onClose }: { review: Review; onClose: () => void }) {
  const { rows, busy, approve, remove } = review
  const [asked, setAsked] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const open = rows.filter((row) => !isDone(row))
  const drafts = open.filter(({ invoice }) => invoice.state === 'draft')
  const done = open.length === 0
  useEffect(() => main.current?.focus(), [])

  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {drafts.length > 0 && !busy && (
        <Button
          variant={asked ? 'danger' : 'secondary'}
          onBlur={() => setAsked(false)}
          onClick={() => (asked ? remove() : setAsked(true))}
        >
          {asked ? `Delete ${pluralize(drafts.length, 'Draft')} for Good` : 'Delete Drafts'}
        </Button>
      )}
      <span className="grow" />
      {!done && (
        <Button variant="secondary" aria-disabled={busy} onClick={() => !busy && onClose()}>
          Close
        </Button>
      )}
      <Button
        ref={main}
        aria-disabled={busy}
        onClick={() => {
          if (busy) return
          if (done) onClose()
          else approve()
        }}
      >
        {nameMain(review, open.length)}
      </Button>
    </div>
  )
}

function nameMain({ busy, rows }: Review, open: number): string {
  if (busy) return 'Approving…'
  if (open === 0) return 'Done'
  const failed = rows.filter(({ error }) => error !== undefined).length
  return failed > 0 ? `Try Again (${open})` : `Approve ${pluralize(open, 'Invoice')}`
}
