import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ReviewList } from './review-list.tsx'
import { mailQuery, readWay, SEND_WAYS, storeWay, type SendWay } from './send-ways.ts'
import { isDone, useReview, type Review } from './use-review.ts'

type ReviewDialogProps = { invoices: Invoice[]; onClose: () => void }

/** The drafts with their lines, and their approval and sending, one after the other (SPEC C165). */
export function ReviewDialog({ invoices, onClose }: ReviewDialogProps) {
  const review = useReview(invoices)
  const { rows, busy, progress, stop, answer } = review
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
      <ReviewList rows={rows} busy={busy} onAnswer={answer} />
      <ReviewEnd review={review} first={invoices[0]?.id ?? 0} onClose={onClose} />
    </Dialog>
  )
}

/** How they are sent: the last choice, until the user makes another. */
function useWay(first: number) {
  const { data: hasMail, isPending } = useQuery(mailQuery(first))
  const [chosen, setChosen] = useState<SendWay>()
  return {
    ways: SEND_WAYS.filter(({ value }) => hasMail || value !== 'mail'),
    way: chosen ?? readWay(hasMail ?? false),
    isKnown: !isPending,
    choose(way: string) {
      const next = SEND_WAYS.find(({ value }) => value === way)?.value
      if (!next) return
      setChosen(next)
      storeWay(next)
    },
  }
}

type ReviewEndProps = { review: Review; first: number; onClose: () => void }

/** The main button stays the same element in all steps, so that it keeps the focus. */
function ReviewEnd({ review, first, onClose }: ReviewEndProps) {
  const { rows, busy, approve } = review
  const { ways, way, isKnown, choose } = useWay(first)
  const main = useRef<HTMLButtonElement>(null)
  const open = rows.filter((row) => !isDone(row, way)).length
  useEffect(() => main.current?.focus(), [])

  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {!busy && <DeleteDrafts review={review} />}
      <Select
        aria-label="After approval"
        className="w-auto! max-w-full"
        value={way}
        disabled={busy}
        options={ways}
        onChange={choose}
      />
      <span className="grow" />
      {open > 0 && (
        <Button variant="secondary" aria-disabled={busy} onClick={() => !busy && onClose()}>
          Close
        </Button>
      )}
      <Button
        ref={main}
        aria-disabled={busy || !isKnown}
        onClick={() => {
          if (busy || !isKnown) return
          if (open === 0) onClose()
          else approve(way)
        }}
      >
        {nameMain(review, way, open)}
      </Button>
    </div>
  )
}

/** Asks a second time at the same place. */
function DeleteDrafts({ review: { rows, remove } }: { review: Review }) {
  const [asked, setAsked] = useState(false)
  const drafts = rows.filter(({ invoice }) => invoice.state === 'draft').length
  if (drafts === 0) return null
  return (
    <Button
      variant={asked ? 'danger' : 'secondary'}
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? remove() : setAsked(true))}
    >
      {asked ? `Delete ${pluralize(drafts, 'Draft')} for Good` : 'Delete Drafts'}
    </Button>
  )
}

function nameMain({ busy, rows }: Review, way: SendWay, open: number): string {
  if (busy) return way === 'none' ? 'Approving...' : 'Sending...'
  if (open === 0) return 'Done'
  if (rows.some(({ error }) => error !== undefined)) return `Try Again (${open})`
  const isApproved = rows.every(({ invoice }) => invoice.state !== 'draft')
  const verb = isApproved ? 'Send' : way === 'none' ? 'Approve' : 'Approve & Send'
  return `${verb} ${pluralize(open, 'Invoice')}`
}
