import { ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { bulkFields } from '#core/entities/bulk.ts'
import type { Listing } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { Button } from '#web/ui/button.tsx'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { BulkChange } from './use-bulk.ts'

type SetManyProps = { listing: Listing; onChoose: (change: BulkChange) => void }

/** A menu of the statuses that can be set in bulk. */
export function SetMany({ listing, onChoose }: SetManyProps) {
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
