import { useQuery } from '@tanstack/react-query'
import { namePurchase, type PurchaseDetails, type TakenFigures } from '#core/cards/decide.ts'
import type { PurchaseFigures } from '#core/cards/figures.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import { formatDay } from '#core/calendar.ts'
import { formatRate } from '#core/decimals.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
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

type ComparisonProps = { details: PurchaseDetails; onClose: () => void }

function Comparison({ details, onClose }: ComparisonProps) {
  const { id, version, stored, conflict } = details
  const deciding = useAction({
    send: (take: TakenFigures) =>
      request('POST', `/api/${cardPurchases.name}/${id}/figures`, {
        body: { take },
        headers: { 'If-Match': `"${version}"` },
      }),
    done: (_, take) => DONE[take],
    failed: 'Failed to decide the figures',
    onDone: onClose,
  })
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
          The invoice is the same, and the day is another one. What you choose counts for all items
          of this stop.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {conflict.isOtherDay && (
          <Button variant="secondary" disabled={deciding.busy} onClick={() => deciding.run('both')}>
            Two Purchases
          </Button>
        )}
        <Button variant="secondary" disabled={deciding.busy} onClick={() => deciding.run('stored')}>
          {conflict.isOtherDay ? `Keep ${formatDay(stored.day)}` : 'Keep These'}
        </Button>
        <Button disabled={deciding.busy} onClick={() => deciding.run('new')}>
          {conflict.isOtherDay ? `Take ${formatDay(conflict.day)}` : 'Take the New Ones'}
        </Button>
      </div>
    </div>
  )
}
