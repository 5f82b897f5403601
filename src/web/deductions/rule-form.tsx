import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { Fields } from '#core/fields/field.ts'
import { ruleFields, type StoredRule } from '#core/settlements/rules.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

const ruleEntity = {
  name: 'deduction-rules',
  singular: 'Recurring Deduction',
  fields: ruleFields,
}

const OF_DEDUCTION = [
  'kind',
  'description',
  'category',
  'basis',
  'value',
  'firstDay',
  'lastDay',
  'balance',
] as const

/** Extra pay is in "other" and has no balance. */
const OF_EXTRA_PAY = [
  'kind',
  'extraPay',
  'description',
  'basis',
  'value',
  'firstDay',
  'lastDay',
] as const

const OF_BALANCE = ['total', 'ownerId', 'driverId']

type RuleFormProps = {
  /** Null for a deduction of all trucks. */
  truckId: number | null
  rule?: StoredRule
  onClose: () => void
}

/** The form of a recurring deduction. Only a balance has a total, and a payee once it is saved (SPEC C2, C10). */
export function RuleForm({ truckId, rule, onClose }: RuleFormProps) {
  const start = { text: { truckId: truckId === null ? '' : String(truckId) } }
  const model = useRecordForm(ruleEntity, rule, start)
  const { control, setValue } = model.form
  const [kind, extraPay, basis, balance] = useWatch({
    control,
    name: ['kind', 'extraPay', 'basis', 'balance'],
  })
  useEffect(() => {
    // The user could not correct a hidden field that the server rejects.
    if (balance === 'none') for (const name of OF_BALANCE) setValue(name, '')
  }, [balance, setValue])
  useEffect(() => {
    if (kind !== 'extra-pay') return setValue('extraPay', '')
    setValue('category', 'other')
    setValue('balance', 'none')
    if (extraPay === '') setValue('extraPay', 'bonus')
  }, [kind, extraPay, setValue])
  useOneChoice(model.form, ['ownerId', 'driverId'])
  const ofBalance = rule && truckId !== null ? OF_BALANCE : ['total']
  const own = kind === 'extra-pay' ? OF_EXTRA_PAY : OF_DEDUCTION
  const names = [...own, ...(balance === 'none' ? [] : ofBalance)]
  const fields = { ...model.fields, ...(basis === 'percent' ? { value: PERCENT } : {}) }
  return (
    <RecordDialog entity={ruleEntity} model={model} names={names} onClose={onClose}>
      <FieldGrid model={{ ...model, fields }} names={names} />
    </RecordDialog>
  )
}

const PERCENT: Fields[string] = { ...ruleFields.value, control: 'quantity', unit: '%' }
