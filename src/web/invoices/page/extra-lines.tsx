import { Plus, Trash2 } from 'lucide-react'
import { extraFields } from '#core/invoices/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { Extras, TypedExtra } from './use-extras.ts'

const MOST_EXTRAS = 20

/** Lines that do not come from a load's charges, each with a reason that is not printed. */
export function ExtraLines({ extras }: { extras: Extras }) {
  const { rows, errors, add } = extras
  return (
    <section aria-label="Extra lines" className="grid gap-2">
      <h3 className="text-sm font-semibold">Extra Lines</h3>
      {errors.extras && <p className="text-xs font-medium text-danger-ink">{errors.extras}</p>}
      {rows.length === 0 && (
        <p className="text-sm text-muted">
          For amounts that are not a charge of a load. A negative amount is a discount.
        </p>
      )}
      {rows.map((row, index) => (
        <ExtraRow key={row.key} row={row} place={index + 1} extras={extras} />
      ))}
      {rows.length < MOST_EXTRAS && (
        <Button variant="secondary" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add Extra Line
        </Button>
      )}
    </section>
  )
}

type ExtraRowProps = { row: TypedExtra; place: number; extras: Extras }

function ExtraRow({ row, place, extras }: ExtraRowProps) {
  const { errors, edit, remove } = extras
  const error = (name: string) => errors[`${row.key}.${name}`]
  return (
    <fieldset className="grid gap-x-3 border-t border-line pt-2 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <legend className="sr-only">Extra line {place}</legend>
      <Labeled
        label={extraFields.description.label}
        name={`${row.key}.description`}
        error={error('description')}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            name={`${row.key}.description`}
            value={row.description}
            onChange={(event) => edit(row.key, 'description', event.target.value)}
          />
        )}
      </Labeled>
      <Labeled
        label={extraFields.amount.label}
        name={`${row.key}.amount`}
        error={error('amount')}
        required
      >
        {(aria) => (
          <MoneyInput
            {...aria}
            name={`${row.key}.amount`}
            adornment="$"
            value={row.amount}
            onChange={(amount) => edit(row.key, 'amount', amount)}
          />
        )}
      </Labeled>
      <IconButton
        label={`Remove extra line ${place}`}
        className="self-center max-sm:justify-self-end"
        onClick={() => remove(row.key)}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <div className="sm:col-span-2">
        <Labeled
          label={extraFields.reason.label}
          name={`${row.key}.reason`}
          error={error('reason')}
          hint="Not printed"
          required
        >
          {(aria) => (
            <TextInput
              {...aria}
              name={`${row.key}.reason`}
              value={row.reason}
              onChange={(event) => edit(row.key, 'reason', event.target.value)}
            />
          )}
        </Labeled>
      </div>
    </fieldset>
  )
}
