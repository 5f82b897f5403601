import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newRecordSchema } from '#core/entities/entity.ts'
import { extraFields } from '#core/invoices/requests.ts'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { readTypedAmount } from '#core/money.ts'
import type { FormParts } from '#web/records/form/use-submit.ts'

export type ExtraField = keyof typeof extraFields
export type TypedExtra = { key: string } & Record<ExtraField, string>
export type Extras = ReturnType<typeof useExtras>

const schema = newRecordSchema(extraFields)

/** The extra lines of a draft while its form is open. They are saved with the draft. */
export function useExtras(invoice: Pick<InvoiceDetails, 'lines'>) {
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
