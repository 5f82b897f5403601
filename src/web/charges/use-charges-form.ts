import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import { loadCharges, chargeFields } from '#core/charges/charges.ts'
import type { ChargeSums } from '#core/charges/amounts.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import { chargesSchema, listChargeErrors, type ChargesOfLoad } from '#core/charges/requests.ts'
import type { ChargeKind } from '#core/charges/kinds.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { parseAmount, readTypedAmount, toAmount } from '#core/money.ts'
import { useVisible } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import type { FormParts } from '#web/records/form/use-submit.ts'
import type { PartsConflict } from '#web/records/form/versions.ts'
import type { RecordValues } from '#web/records/form/use-record-form.ts'
import {
  editRow,
  isBlank,
  isUnpriced,
  newRow,
  proposeRow,
  sumRows,
  tidyAmount,
  toCopiedRow,
  toRow,
  toSent,
  type ChargeField,
  type TypedCharge,
} from './charge-text.ts'
import { compareCharges, readVersion } from './compare-charges.ts'
import { readCharges, useCharges, type ChargedLoad } from './queries.ts'

export type ChargesForm = {
  /** Null: a new load, which has no documents. */
  loadId: number | null
  /** False until the stored charges are loaded. */
  isReady: boolean
  error: Error | null
  retry: () => void
  rows: TypedCharge[]
  /** The fields that the user sees. */
  fields: Fields
  sums: ChargeSums
  /** Messages by row key and field, such as "stored-7.amount". The key "charges" is for all rows. */
  errors: Record<string, string>
  edit: (row: TypedCharge, name: ChargeField, value: string) => void
  tidy: (row: TypedCharge) => void
  /** Adds a row below the others, of the kind that usually comes next. If it is the first row, a typed revenue becomes line haul. */
  add: (kind?: ChargeKind) => void
  remove: (row: TypedCharge) => void
  replaceAll: (rows: TypedCharge[]) => void
  parts: FormParts
}

type Source = {
  form: UseFormReturn<FormText, unknown, RecordValues>
  /** The load when the form was opened. Null: a new load. */
  load: ChargedLoad | null
  /** The load that the new load duplicates. */
  copyOf: ChargedLoad | null
  /** Shows the tab with the charges if they have an error. */
  reveal: () => void
}

const DECLARED = { fields: chargeFields, name: loadCharges.name }

/** The charges of a load while its form is open. They are saved with the load (SPEC C103, C106). */
export function useChargesForm({ form, load, copyOf, reveal }: Source): ChargesForm {
  const loadId = load?.id ?? null
  const { data: opened, error, refetch } = useCharges(load ?? copyOf)
  /** The charges that another person saved meanwhile. */
  const [latest, setLatest] = useState<ChargesOfLoad>()
  const data = latest ?? opened
  const { fields } = useVisible(DECLARED)
  const [edited, setEdited] = useState<TypedCharge[]>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isCopy, setCopy] = useState(loadId === null && copyOf !== null)
  const lastKey = useRef(0)
  const isShown = loadId !== null || isCopy
  const isReady = !isShown || data !== undefined
  const stored = isShown ? (data?.charges ?? []).map(isCopy ? toCopiedRow : toRow) : []
  const rows = edited ?? stored
  const seesAmounts = 'amount' in fields

  /** Sets the revenue to the sum of the charges. It stays unchanged while no charge has an amount. */
  function change(next: TypedCharge[]) {
    setEdited(next)
    if (!seesAmounts || next.every(isUnpriced)) return
    const revenue = toAmount(sumRows(next).revenue)
    form.setValue('revenue', revenue, { shouldDirty: true, shouldValidate: true })
  }

  const makeKey = () => `new-${++lastKey.current}`
  const replace = (row: TypedCharge) => change(rows.map((one) => (one.key === row.key ? row : one)))

  function startFromRevenue(): TypedCharge[] {
    const typed = readTypedAmount(form.getValues('revenue') ?? '')
    return typed !== null && parseAmount(typed) !== 0n
      ? [newRow(makeKey(), 'line-haul', typed)]
      : []
  }

  const listSent = () => rows.filter((row) => !isBlank(row, fields))

  async function compare(current: Pick<AnyRecord, 'id'>): Promise<PartsConflict> {
    const theirs = await readCharges(current.id)
    const { revenue } = form.formState.defaultValues ?? {}
    const versions = {
      opened: readVersion((opened?.charges ?? []).map(toRow), revenue, fields),
      saved: readVersion(theirs.charges.map(toRow), theirs.revenue, fields),
      edited: readVersion(rows, form.getValues('revenue'), fields),
    }
    const isCharged = Object.values(versions).some(({ charges }) => charges.length > 0)
    return {
      follows: isCharged ? ['revenue'] : [],
      choice: isCharged ? compareCharges({ ...versions, fields }) : null,
      keep(version) {
        const { charges, revenue: sum } = versions[version]
        const followed = sum !== undefined && charges.length ? { revenue: sum } : {}
        if (version === 'edited') return { charges, ...followed }
        setLatest(theirs)
        setEdited(undefined)
        return followed
      },
    }
  }

  /** False if the form has the stored charges: there is nothing to undo. */
  function isChange({ charges: sent }: Record<string, unknown>) {
    const { data: same } = chargesSchema(fields).safeParse(toSent(stored, fields))
    return sent !== undefined && JSON.stringify(sent) !== JSON.stringify(same)
  }

  function showErrors(found: Record<string, string>) {
    // The tab is shown first: on a hidden tab the block can't get the focus.
    if (Object.keys(found).length) reveal()
    flushSync(() => setErrors(found))
  }

  return {
    loadId,
    isReady,
    error,
    retry: () => void refetch(),
    rows,
    fields,
    sums: sumRows(rows),
    errors,
    edit(row, name, value) {
      const { [`${row.key}.${name}`]: _, charges: __, ...others } = errors
      setErrors(others)
      replace(editRow(row, name, value, today()))
    },
    tidy: (row) => replace(tidyAmount(row)),
    add(kind) {
      // A save would delete the stored charges, which are not loaded yet.
      if (!isReady) return
      const before = rows.length ? rows : startFromRevenue()
      const row = kind ? newRow(makeKey(), kind) : proposeRow(makeKey(), before)
      change([...before, row])
    },
    remove: (row) => change(rows.filter(({ key }) => key !== row.key)),
    replaceAll: change,
    parts: {
      changed: edited !== undefined,
      read() {
        if (isCopy && !isReady) {
          // A save would lose the original's charges, which are not loaded yet.
          showErrors({ charges: chargeMessages.notLoaded })
          return null
        }
        const sent = toSent(rows, fields)
        const revenue = sent.length ? { revenue: toAmount(sumRows(rows).revenue) } : {}
        const sum = seesAmounts ? revenue : {}
        if (edited === undefined && !isCopy) return sum
        const checked = chargesSchema(fields).safeParse(sent)
        if (checked.success) return { charges: checked.data, ...sum }
        showErrors(keyByRow(listSent(), listChargeErrors(checked.error)))
        return null
      },
      showErrors: (found) => showErrors(keyByRow(listSent(), found)),
      reset() {
        setEdited(undefined)
        setLatest(undefined)
        setErrors({})
        setCopy(false)
      },
      compare,
      undo: { isChange, label: 'Undo Charges', undone: 'Charges restored' },
    },
  }
}

/** Replaces the index in each key by the row's key: "charges.1.amount" → "new-2.amount". */
function keyByRow(sent: TypedCharge[], fields: Record<string, string[]>): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([name, messages]) => {
    const [part, at = '', field] = name.split('.')
    if (part !== 'charges') return []
    const row = sent[Number(at)]
    const place = field && row ? `${row.key}.${field}` : part
    return [[place, messages.join('. ')] as const]
  })
  return Object.fromEntries(entries)
}
