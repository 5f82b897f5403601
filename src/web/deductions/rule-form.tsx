import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { ruleFields, type StoredRule } from '#core/settlements/rules.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { isFactoringRule, labelRuleFields, listCleared, listRuleFields } from './rule-fields.ts'

const ruleEntity = {
  name: 'deduction-rules',
  singular: 'Recurring Deduction',
  fields: ruleFields,
}

type RuleFormProps = {
  /** Null for a deduction of all trucks. */
  truckId: number | null
  rule?: StoredRule
  onClose: () => void
}

/** The form of a recurring deduction. It shows the fields that apply (SPEC C2, C10, C15, C16). */
export function RuleForm({ truckId, rule, onClose }: RuleFormProps) {
  const start = { text: { truckId: truckId === null ? '' : String(truckId) } }
  const model = useRecordForm(ruleEntity, rule, start)
  const { control, setValue } = model.form
  const typed = useWatch({ control })
  const text = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, String(value ?? '')]),
  )
  const place = { ofTruck: truckId !== null, isSaved: rule !== undefined }
  const names = listRuleFields(text, place)
  const cleared = listCleared(names, place)
    .filter((name) => text[name])
    .join(' ')
  useEffect(() => {
    if (cleared) for (const name of cleared.split(' ')) setValue(name, '')
  }, [cleared, setValue])
  const { kind, extraPay } = text
  const isFee = kind !== 'extra-pay' && isFactoringRule(text)
  useEffect(() => {
    if (!isFee) return
    setValue('category', 'factoring')
    setValue('frequency', 'settlement')
    setValue('balance', 'none')
  }, [isFee, setValue])
  useEffect(() => {
    if (kind !== 'extra-pay') return
    // Extra pay is in "other" and has no balance.
    setValue('category', 'other')
    setValue('balance', 'none')
    if (extraPay === '') setValue('extraPay', 'bonus')
  }, [kind, extraPay, setValue])
  useOneChoice(model.form, ['ownerId', 'driverId'])
  const fields = labelRuleFields(model.fields, text, place)
  return (
    <RecordDialog entity={ruleEntity} model={model} names={names} onClose={onClose}>
      <FieldGrid model={{ ...model, fields }} names={names} hints={HINTS} />
    </RecordDialog>
  )
}

const HINTS = {
  netPercent:
    'For child support or a garnishment: 50 takes at most half of the net. Blank: no limit.',
  floor: 'The payee keeps at least this net. Blank: always deducted in full.',
  priority: 'The order of deductions with this limit: 1 comes first.',
}
