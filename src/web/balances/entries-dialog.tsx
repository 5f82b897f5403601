import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { entryLabel, undoFields, type BalanceEntry } from '#core/balances/entries.ts'
import { formatQuarter, quarterOf } from '#core/balances/interest.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { entriesQuery } from './queries.ts'

type EntriesDialogProps = { balance: OpenBalance; onClose: () => void }

/** Every entry of a balance, newest first. An entry can be undone with a reason; nothing is deleted. */
export function EntriesDialog({ balance, onClose }: EntriesDialogProps) {
  const query = useQuery(entriesQuery(balance))
  const [undoing, setUndoing] = useState<number>()
  const mayChange = useMay('payroll')
  return (
    <Dialog
      open
      title={`Entries of ${balance.description}`}
      description={`${balance.payee}. What changed the balance outside of settlements.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query} skeleton="h-20" empty="No entries yet.">
        {(data) => (
          <ul className="grid gap-3 text-sm">
            {data.map((entry) => (
              <li key={entry.id} className="grid gap-2 border-b border-line pb-3 last:border-b-0">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 wrap-anywhere">
                    {entryLabel(entry)} {formatMoney(toCents(entry.amount))} on{' '}
                    {formatDay(entry.day)}
                    <span className="block text-xs text-muted">{describeEntry(entry)}</span>
                  </span>
                  {mayChange && canUndo(entry) && undoing !== entry.id && (
                    <Button size="sm" variant="secondary" onClick={() => setUndoing(entry.id)}>
                      Undo
                    </Button>
                  )}
                </div>
                {undoing === entry.id && (
                  <UndoForm entry={entry} onDone={() => setUndoing(undefined)} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Query>
    </Dialog>
  )
}

function canUndo({ kind, undoes, undone }: BalanceEntry): boolean {
  return undoes === null && !undone && !kind.startsWith('transfer')
}

function describeEntry({ method, reference, reason, quarter, rate, undone }: BalanceEntry): string {
  const interest =
    quarter && `${formatQuarter(quarterOf(quarter))} at ${formatQuantity(rate ?? '')}%`
  return [interest, method, reference, reason, undone && 'Undone'].filter(Boolean).join(' · ')
}

function UndoForm({ entry: { id }, onDone }: { entry: BalanceEntry; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const undoing = useAction({
    send: () =>
      request<BalanceEntry>('POST', `/api/balance-entries/${id}/undo`, { body: { reason } }),
    done: 'Undone',
    failed: 'Failed to undo',
    onDone,
    onFailure: ({ message }) => setError(message),
  })

  function submit() {
    const problem = undoFields.reason.schema.safeParse(reason).error?.issues[0]?.message
    setError(problem)
    if (!problem) undoing.run()
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Labeled label={undoFields.reason.label} name="reason" error={error} required>
        {(aria) => (
          <TextInput
            {...aria}
            autoFocus
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Labeled>
      <div className="flex gap-2 self-center">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={undoing.busy}>
          Undo Entry
        </Button>
      </div>
    </form>
  )
}
