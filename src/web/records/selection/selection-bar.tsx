import { ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { bulkFields } from '#core/entities/bulk.ts'
import type { Listing } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import type { List } from '#web/records/list/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { ChangeMany } from './change-many.tsx'
import type { BulkChange } from './use-bulk.ts'

type SelectionBarProps = {
  list: List
  /** Buttons instead of setting statuses and deleting. */
  bulk?: ReactNode
  /** Called when the bar disappears. */
  onClose: () => void
}

/** Actions on the selected records. It floats at the bottom, so that it does not move the rows. */
export function SelectionBar({ list, bulk, onClose }: SelectionBarProps) {
  const [change, setChange] = useState<BulkChange>()
  if (!list.selection.ids.size && !change) return null
  return <Bar {...{ list, bulk, onClose, change }} onChange={setChange} />
}

type BarProps = SelectionBarProps & {
  change: BulkChange | undefined
  onChange: (change: BulkChange | undefined) => void
}

function Bar({ list, bulk, onClose, change, onChange }: BarProps) {
  const { listing, selection, total = 0 } = list
  const [choosing, setChoosing] = useState(false)
  const all = useSelectAll(list)
  const count = selection.ids.size
  const close = useEffectEvent(onClose)
  useEffect(() => () => close(), [])
  return (
    <div
      role="group"
      aria-label="Selected records"
      className="sticky bottom-3 z-30 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 shadow-lg"
    >
      <p role="status" className="px-2 text-sm font-medium tabular-nums">
        {pluralizeRecords(listing, count)} selected
      </p>
      {count < total && (
        <Button variant="ghost" disabled={all.busy} onClick={() => all.run()}>
          {all.busy ? 'Selecting...' : `Select all ${total.toLocaleString('en-US')}`}
        </Button>
      )}
      <Button variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">
        {bulk ?? (
          <>
            <SetMany listing={listing} onChoose={onChange} />
            {hasBulkFields(listing) && (
              <Button variant="secondary" onClick={() => setChoosing(true)}>
                Change…
              </Button>
            )}
            <Button variant="danger" onClick={() => onChange({ delete: true })}>
              Delete selected
            </Button>
          </>
        )}
      </div>
      {change && (
        <BulkDialog
          listing={listing}
          ids={[...selection.ids]}
          change={change}
          onClose={() => onChange(undefined)}
          // After an update the records stay selected, so that the user can change them again.
          onDone={(failed) => change.delete && selection.set(failed)}
        />
      )}
      {choosing && (
        <ChangeMany
          listing={listing}
          count={count}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false)
            onChange(chosen)
          }}
        />
      )}
    </div>
  )
}

function hasBulkFields({ fields }: List['listing']): boolean {
  return Object.keys(bulkFields(fields)).length > 0
}

/** Selects all current matches; records added later are not selected. */
function useSelectAll({ listing, match, selection }: List) {
  return useAction({
    send: () => request<number[]>('GET', `/api/${listing.name}/ids?${new URLSearchParams(match)}`),
    failed: "Couldn't select all records",
    onDone: selection.set,
    refetch: 'nothing',
  })
}

type SetManyProps = { listing: Listing; onChoose: (change: BulkChange) => void }

/** A menu of the statuses that can be set in bulk. */
function SetMany({ listing, onChoose }: SetManyProps) {
  const [open, setOpen] = useState(false)
  const fields = Object.entries(bulkFields(listing.fields)).filter(([, field]) => field.options)
  if (!fields.length) return null

  function choose(change: BulkChange) {
    setOpen(false)
    onChoose(change)
  }

  return (
    <Popover
      label="Set status"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary">
          Set Status…
          <ChevronUp aria-hidden className="size-4" />
        </Button>
      }
    >
      <div className="grid gap-3">
        {fields.map(([name, field]) => (
          <Values
            key={name}
            field={field}
            onChoose={(value) => choose({ set: { [name]: value } })}
          />
        ))}
      </div>
    </Popover>
  )
}

function Values({ field, onChoose }: { field: Field; onChoose: (value: string) => void }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid">
      <p id={id} className="px-2 text-xs font-medium text-muted">
        {field.label}
      </p>
      {field.options?.map(({ value, label }) => (
        <MenuItem key={value} onClick={() => onChoose(value)}>
          {label}
        </MenuItem>
      ))}
    </section>
  )
}
