import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { ruleFields, type StoredRule } from '#core/settlements/rules.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

const ruleEntity = {
  name: 'deduction-rules',
  singular: 'Deduction',
  fields: ruleFields,
}

const NAMES = [
  'description',
  'category',
  'basis',
  'value',
  'firstDay',
  'lastDay',
  'balance',
] as const

/** A new balance is the truck's owner's; another is named once that one took it over (SPEC C10). */
const OWNED = ['ownerId']

type RuleFormProps = {
  /** Null: a deduction of every truck. */
  truckId: number | null
  rule?: StoredRule
  onClose: () => void
}

/** A recurring deduction; only a balance asks for its total (SPEC C2). */
export function RuleForm({ truckId, rule, onClose }: RuleFormProps) {
  const start = { text: { truckId: truckId === null ? '' : String(truckId) } }
  const model = useRecordForm(ruleEntity, rule as unknown as AnyRecord | undefined, start)
  const { control, setValue } = model.form
  const [basis, balance] = useWatch({ control, name: ['basis', 'balance'] })
  useEffect(() => {
    // What is not shown can be neither read nor put right.
    if (balance === 'none') for (const name of ['total', ...OWNED]) setValue(name, '')
  }, [balance, setValue])
  const names = [...NAMES, ...(balance === 'none' ? [] : ['total', ...(rule ? OWNED : [])])]
  const fields = { ...model.fields, ...(basis === 'percent' ? { value: PERCENT } : {}) }
  return (
    <RecordDialog entity={ruleEntity} model={model} names={names} onClose={onClose}>
      <FieldGrid model={{ ...model, fields }} names={names} />
    </RecordDialog>
  )
}

const PERCENT: Fields[string] = { ...ruleFields.value, control: 'quantity', unit: '%' }
