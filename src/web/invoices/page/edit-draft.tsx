import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newRecordSchema } from '#core/entities/entity.ts'
import { draftFields, extraFields } from '#core/invoices/requests.ts'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { readTypedAmount } from '#core/money.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import type { FormParts } from '#web/records/form/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

type EditDraftProps = { invoice: InvoiceDetails; onClose: () => void }

const DRAFT = { name: 'invoices', singular: 'Draft', fields: draftFields }
const NAMES = Object.keys(draftFields)

/** The date, terms, note and extra lines of a draft. Its other lines follow the charges of its loads. */
export function EditDraft({ invoice, onClose }: EditDraftProps) {
  const model = useRecordForm<InvoiceDetails & { [field: string]: unknown }>(DRAFT, invoice)
  const extras = useExtras(invoice)
  return (
    <RecordDialog
      entity={DRAFT}
      model={model}
      names={NAMES}
      parts={extras.parts}
      labels={{
        title: 'Edit Draft',
        description: 'All other lines follow the charges of the loads.',
        save: 'Save',
        saved: 'Draft updated',
        failed: 'Failed to update draft',
      }}
      onClose={onClose}
    >
      <FieldGrid
        model={model}
        names={NAMES}
        hints={{ invoiceDate: 'Blank: the day of approval', termsDays: '0: due on receipt' }}
      />
      <ExtraLines extras={extras} />
    </RecordDialog>
  )
}

const MOST_EXTRAS = 20

/** Lines that do not come from a load's charges, each with a reason that is not printed. */
function ExtraLines({ extras }: { extras: Extras }) {
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

type ExtraField = keyof typeof extraFields
type TypedExtra = { key: string } & Record<ExtraField, string>
type Extras = ReturnType<typeof useExtras>

const schema = newRecordSchema(extraFields)

/** The extra lines of a draft while its form is open. They are saved with the draft. */
function useExtras(invoice: Pick<InvoiceDetails, 'lines'>) {
  const [rows, setRows] = useState(() => toRows(invoice))
  const [changed, setChanged] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const lastKey = useRef(0)

  function change(next: TypedExtra[]) {
    setRows(next)
    setChanged(true)
  }

  const parts: FormParts = {
    changed,
    read() {
      const extras = rows.map(readExtra)
      const found = Object.assign(
        {},
        ...rows.map((row, at) => checkExtra(row, extras[at])),
      ) as Record<string, string>
      // The fields must show their errors before one of them gets the focus.
      flushSync(() => setErrors(found))
      const [first] = Object.keys(found)
      if (first !== undefined) document.getElementsByName(first)[0]?.focus()
      return first === undefined ? { extras } : null
    },
    showErrors: (fields) => setErrors(toRowErrors(fields, rows)),
    reset: () => setChanged(false),
    undo: { isChange: () => false, label: 'Undo', undone: 'Undone' },
    compare: () =>
      Promise.resolve({
        follows: [],
        choice: null,
        keep: () => ({ extras: rows.map(readExtra) }),
      }),
  }

  return {
    rows,
    errors,
    parts,
    edit: (key: string, name: ExtraField, value: string) =>
      change(rows.map((row) => (row.key === key ? { ...row, [name]: value } : row))),
    add: () =>
      change([
        ...rows,
        { key: `new-${++lastKey.current}`, description: '', amount: '', reason: '' },
      ]),
    remove: (key: string) => change(rows.filter((row) => row.key !== key)),
  }
}

function toRows({ lines }: Pick<InvoiceDetails, 'lines'>): TypedExtra[] {
  return lines
    .filter(({ kind }) => kind === 'extra')
    .map(({ number, description, amount, reason }) => ({
      key: `stored-${number}`,
      description: description ?? '',
      amount,
      reason: reason ?? '',
    }))
}

function readExtra({ description, amount, reason }: TypedExtra) {
  return { description, amount: readTypedAmount(amount) ?? amount, reason }
}

/** Messages by row key and field, such as "new-1.amount". */
function checkExtra({ key }: TypedExtra, extra: object | undefined): Record<string, string> {
  const { error } = schema.safeParse(extra)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [`${key}.${String(path[0])}`, message]),
  )
}

/** Replaces the row's position, which the server sends, by its key: "extras.0.amount" → "new-1.amount". */
function toRowErrors(fields: Record<string, string[]>, rows: TypedExtra[]): Record<string, string> {
  const found = Object.entries(fields).flatMap(([name, messages]) => {
    const [, place = '', field = ''] = /^extras\.(\d+)\.(\w+)$/.exec(name) ?? []
    const row = rows[Number(place)]
    if (row && field) return [[`${row.key}.${field}`, messages.join('. ')]]
    return name === 'extras' ? [['extras', messages.join('. ')]] : []
  })
  return Object.fromEntries(found) as Record<string, string>
}
