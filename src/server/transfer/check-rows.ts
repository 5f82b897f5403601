/** Decides what an import does with each row, with the same checks as the forms (SPEC B51, C59). */
import { comesFromCharges } from '#core/charges/messages.ts'
import { newRecordSchema, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import { findMostReliableKey, identify, listKeys, type Existing } from '#core/transfer/existing.ts'
import type { ErrorList } from './error-list.ts'
import type { ReadRow, RowValues } from './read-row.ts'

/** A row of the file. `stored`: the record that it updates. */
type Row = { line: number; sent: RowValues; stored?: AnyRecord }

/** A row and its state. `values`: all values of a new record, or those that change in a stored one. */
export type CheckedRow = Row &
  ({ state: 'new' | 'changed'; values: RowValues } | { state: 'same' | 'skipped' | 'invalid' })

/** Returns the function that checks one row and adds its errors to `errors`. */
export function createRowChecker(entity: Entity, errors: ErrorList, existing: Existing) {
  const schema = newRecordSchema(entity.fields)
  const lines = new Map<number, number>()
  const newLines = new Map<string, { line: number; value: unknown }>()

  function checkNew(line: number, { sent, problems }: ReadRow): CheckedRow {
    const result = schema.safeParse(sent)
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0])
      if (!problems.has(field)) problems.set(field, { message })
    }
    const isInvalid = [addProblems(line, problems), isNewRepeated(line, sent)].includes(true)
    if (isInvalid || !result.success) return { line, sent, state: 'invalid' }
    return { line, sent, state: 'new', values: result.data }
  }

  function checkChange(line: number, { sent, problems }: ReadRow, stored: AnyRecord): CheckedRow {
    const values: RowValues = {}
    for (const [name, value] of Object.entries(sent)) {
      if (value === undefined || problems.has(name)) continue
      const result = entity.fields[name]?.schema.safeParse(value)
      if (!result?.success) {
        problems.set(name, { message: result?.error.issues[0]?.message ?? 'Invalid input' })
      } else if (!isSame(result.data, stored[name]) && !isSameKey(entity, name, value, stored)) {
        values[name] = result.data
      }
    }
    const charged = findChargedRevenue(entity, values, stored)
    if (charged) problems.set('revenue', { message: charged, cause: 'Comes from the charges' })
    if (addProblems(line, problems)) return { line, sent, stored, state: 'invalid' }
    if (!Object.keys(values).length) return { line, sent, stored, state: 'same' }
    return { line, sent, stored, state: 'changed', values }
  }

  function addProblems(line: number, problems: ReadRow['problems']): boolean {
    for (const [field, { message, cause }] of problems) errors.add(line, field, message, cause)
    return problems.size > 0
  }

  /** The first row about a record counts. Any other row about it is an error. */
  function isRepeated(line: number, sent: RowValues, { id }: AnyRecord): boolean {
    const first = lines.get(id)
    lines.set(id, first ?? line)
    if (first === undefined) return false
    const key = listKeys(entity).find((name) => sent[name]) ?? entity.label
    addRepeated(line, key, sent[key], first)
    return true
  }

  /**
   * Finds two rows about the same new record. A repeated unique number is left to the check of its field. If all rows are
   * new records, numbers in another letter case are different numbers (SPEC B15).
   */
  function isNewRepeated(line: number, sent: RowValues): boolean {
    const surest = findMostReliableKey(entity, sent)
    if (!surest) return false
    const { key, folded } = surest
    const first = newLines.get(folded)
    if (!first) newLines.set(folded, { line, value: sent[key] })
    if (!first) return false
    const { unique, key: numberKey } = entity.fields[key] ?? {}
    const isOwnCheck = existing === 'reject' || numberKey || first.value === sent[key]
    if (unique && isOwnCheck) return false
    addRepeated(line, key, sent[key], first.line)
    return true
  }

  function addRepeated(line: number, key: string, value: unknown, first: number): void {
    const { label } = entity.fields[key] ?? entity
    const message = `${label} ${String(value)} is already in row ${first}`
    errors.add(line, key, message, `${label} is in the file twice`)
  }

  /** `fits`: the stored records that the row can mean. */
  return (line: number, row: ReadRow, [stored, other]: AnyRecord[]): CheckedRow => {
    const { sent } = row
    if (other) {
      const message = `Several ${entity.title.toLowerCase()} fit this row`
      errors.add(line, entity.label, message)
      return { line, sent, state: 'invalid' }
    }
    if (!stored) return checkNew(line, row)
    if (isRepeated(line, sent, stored)) return { line, sent, stored, state: 'invalid' }
    return checkChange(line, row, stored)
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** A program that prints "ANN LEE" must not rename Ann Lee, and one that prints 771203 must not change MC-771203. */
function isSameKey(entity: Entity, name: string, value: unknown, stored: AnyRecord): boolean {
  const { fields } = entity
  return (
    listKeys(entity).includes(name) &&
    identify(fields, name, value) === identify(fields, name, stored[name])
  )
}

/** The message for a changed revenue of a load with charges (SPEC C102). */
function findChargedRevenue({ name }: Entity, values: RowValues, stored: AnyRecord) {
  const isCharged = name === 'loads' && Number(stored.chargeCount) > 0
  return isCharged && values.revenue !== undefined ? comesFromCharges(String(stored.revenue)) : null
}
