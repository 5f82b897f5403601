import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import {
  namePurchase,
  type DecidedFigures,
  type PurchaseDetails,
  type TakenFigures,
} from '#core/cards/decide.ts'
import type { PurchaseFigures } from '#core/cards/figures.ts'
import { APPROVED_WEEKS, type ApprovedWeeks } from '#core/cards/imports.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import { formatDay } from '#core/calendar.ts'
import { formatRate } from '#core/decimals.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { RadioChoice } from '#web/transfer/radio-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { Query } from '#web/ui/query.tsx'
import { purchaseQuery } from './queries.ts'

type FiguresDialogProps = { purchase: AnyRecord; onClose: () => void }

/** The figures that are here beside those of a later file: a person decides (SPEC C566). */
export function FiguresDialog({ purchase, onClose }: FiguresDialogProps) {
  const query = useQuery(purchaseQuery(purchase.id))
  return (
    <Dialog
      open
      title={namePurchase(purchase)}
      description="A later file has other figures for this purchase, or the same invoice on another day."
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query} skeleton="h-64">
        {(details) => <Comparison {...{ details, onClose }} />}
      </Query>
    </Dialog>
  )
}

const ROWS: [label: string, show: (figures: PurchaseFigures) => string][] = [
  ['Day', ({ day }) => formatDay(day)],
  ['Gallons', ({ gallons }) => (gallons === null ? '—' : formatQuantity(gallons))],
  ['Price', ({ price }) => (price === null ? '—' : formatRate(price))],
  ['Retail', ({ retail }) => formatMoney(toCents(retail))],
  ['Discount', ({ discount }) => formatMoney(toCents(discount))],
  ['Net', ({ net }) => formatMoney(toCents(net))],
]

const DONE: Record<TakenFigures, string> = {
  new: 'New figures taken',
  stored: 'Figures kept',
  both: 'Second purchase added',
}

/** What the server asks about a decision. */
type Asked = { take: TakenFigures; message: string }

type ComparisonProps = { details: PurchaseDetails; onClose: () => void }

function Comparison({ details, onClose }: ComparisonProps) {
  const { id, version, stored, conflict } = details
  const [asked, setAsked] = useState<Asked>()
  const deciding = useAction({
    send: (decided: DecidedFigures) =>
      request('POST', `/api/${cardPurchases.name}/${id}/figures`, {
        body: decided,
        headers: { 'If-Match': `"${version}"` },
      }),
    done: (_, { take }) => DONE[take],
    failed: (failure) => (isQuestion(failure) ? '' : 'Failed to decide the figures'),
    onFields: ({ approvedWeeks: messages }, { take }) =>
      setAsked(messages?.[0] === undefined ? undefined : { take, message: messages[0] }),
    onDone: onClose,
  })
  const labels = labelButtons(details)
  if (!conflict) return <p className="text-sm">The figures are decided already.</p>
  return (
    <div className="grid gap-4">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left">
            <th scope="col" className="py-1 font-medium">
              <span className="sr-only">Figure</span>
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Here
            </th>
            <th scope="col" className="py-1 text-right font-medium wrap-anywhere">
              {conflict.fileName}
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([label, show]) => (
            <tr
              key={label}
              className={classes(
                'border-t border-line',
                show(stored) !== show(conflict) && 'font-semibold',
              )}
            >
              <th scope="row" className="py-1 text-left font-normal text-muted">
                {label}
              </th>
              <td className="py-1 text-right tabular-nums">{show(stored)}</td>
              <td className="py-1 text-right tabular-nums">{show(conflict)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {conflict.isOtherDay && (
        <p className="text-sm">
          The invoice is the same, on a different day. What you choose counts for all items of this
          stop.
        </p>
      )}
      {asked ? (
        <ApprovedWeeksForm
          message={asked.message}
          save={labels[asked.take]}
          busy={deciding.busy}
          onAnswer={(approvedWeeks) => deciding.run({ take: asked.take, approvedWeeks })}
          onCancel={() => setAsked(undefined)}
        />
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          {conflict.isOtherDay && (
            <Button
              variant="secondary"
              disabled={deciding.busy}
              onClick={() => deciding.run({ take: 'both' })}
            >
              {labels.both}
            </Button>
          )}
          <Button
            variant="secondary"
            disabled={deciding.busy}
            onClick={() => deciding.run({ take: 'stored' })}
          >
            {labels.stored}
          </Button>
          <Button disabled={deciding.busy} onClick={() => deciding.run({ take: 'new' })}>
            {labels.new}
          </Button>
        </div>
      )}
    </div>
  )
}

function labelButtons({ stored, conflict }: PurchaseDetails): Record<TakenFigures, string> {
  const isOtherDay = conflict?.isOtherDay
  return {
    both: 'Two Purchases',
    stored: isOtherDay ? `Keep ${formatDay(stored.day)}` : 'Keep These',
    new: isOtherDay ? `Take ${formatDay(conflict.day)}` : 'Take the New Ones',
  }
}

type ApprovedWeeksFormProps = {
  message: string
  save: string
  busy: boolean
  onAnswer: (answer: ApprovedWeeks) => void
  onCancel: () => void
}

/** The answer is forgotten with the question: another decision asks again (SPEC C571). */
function ApprovedWeeksForm({ message, save, busy, onAnswer, onCancel }: ApprovedWeeksFormProps) {
  const [chosen, setChosen] = useState<ApprovedWeeks>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (chosen) onAnswer(chosen)
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <RadioChoice legend={message} options={APPROVED_WEEKS} chosen={chosen} onChoose={setChosen} />
      <FormFoot
        save={save}
        saving={busy ? undefined : save}
        busy={busy || chosen === undefined}
        onCancel={onCancel}
      />
    </form>
  )
}

function isQuestion(failure: Error): boolean {
  return failure instanceof ApiError && failure.fields?.approvedWeeks !== undefined
}
