/** The fields that a person must check. Tab goes from one to the next (SPEC C124). */
import type { KeyboardEvent } from 'react'
import { focusField } from '#web/ui/inputs/focus-field.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import type { FieldChoices } from './list-choices.ts'

/** Empty fields that most loads have. The others can stay empty. */
const EXPECTED = new Set([
  ...['loadId', 'truckId', 'driverId', 'brokerId'],
  ...['pickupCity', 'pickupState', 'pickupDate'],
  ...['deliveryCity', 'deliveryState', 'deliveryDate'],
  ...['miles', 'revenue', 'settlementDate'],
])

type Choices = Readonly<Record<string, FieldChoices>>

/** The unsure fields in the order of the form. */
export function findUnsure(names: readonly string[], text: FormText, choices: Choices): string[] {
  return names.filter((name) => {
    const isEmpty = ['', '0', '0.00'].includes(text[name] ?? '')
    return isEmpty && (EXPECTED.has(name) || choices[name] !== undefined)
  })
}

type Where = { names: readonly string[]; form: FieldsModel['form']; choices: Choices }

/** Handles Tab and Shift+Tab. Tab goes from the last unsure field to the Save button. */
export function goToUnsure(event: KeyboardEvent, { names, form, choices }: Where): void {
  const { target, key, ctrlKey, altKey, metaKey, defaultPrevented } = event
  if (key !== 'Tab' || ctrlKey || altKey || metaKey || defaultPrevented) return
  const current = target instanceof HTMLElement ? (target.getAttribute('name') ?? '') : ''
  const at = names.indexOf(current)
  if (at < 0 || !(target instanceof HTMLElement)) return
  const unsure = findUnsure(names, form.getValues(), choices)
  const next = event.shiftKey
    ? unsure.findLast((name) => names.indexOf(name) < at)
    : unsure.find((name) => names.indexOf(name) > at)
  if (next) {
    event.preventDefault()
    focusField(target, next)
    return
  }
  const save = target.closest('form')?.querySelector<HTMLElement>('button[type=submit]')
  if (event.shiftKey || !save) return
  event.preventDefault()
  save.focus()
}
