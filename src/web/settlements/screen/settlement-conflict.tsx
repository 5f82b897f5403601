import type { UseFormReturn } from 'react-hook-form'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { Conflict } from '#web/records/form/conflict.tsx'
import {
  readDraft,
  listUnreadable,
  type Draft,
  type SettlementValues,
} from '#web/settlements/lines/draft.ts'
import { savedSettlement, type LoadedSettlement } from './sheet.ts'

type SettlementConflictProps = {
  theirs: Settlement
  form: UseFormReturn<Draft, unknown, SettlementValues>
  take: (next: LoadedSettlement) => void
  onOverwrite: (values: SettlementValues, over: Settlement) => void
  onClose: () => void
}

const COMPARED = Object.fromEntries(
  [...EXPENSE_CATEGORIES, 'notes' as const].map((name) => [name, settlementFields[name]]),
) as unknown as Fields

/** Somebody saved this settlement first: theirs or mine, and which figures differ (SPEC B22, B27). */
export function SettlementConflict(props: SettlementConflictProps) {
  const { theirs, form, take, onOverwrite, onClose } = props
  return (
    <Conflict
      fields={COMPARED}
      mine={tidied(form.getValues())}
      current={theirs as unknown as AnyRecord}
      onReload={() => {
        onClose()
        take(savedSettlement(theirs))
      }}
      onOverwrite={() => {
        onClose()
        void form.handleSubmit((values) => onOverwrite(values, theirs))()
      }}
      onCancel={onClose}
    />
  )
}

/** "5" and "5.00" are no difference; what cannot be read is shown as it was typed. */
function tidied(draft: Draft): Draft {
  const typed = Object.fromEntries(listUnreadable(draft).map((name) => [name, draft[name]]))
  return { ...readDraft(draft), ...typed, notes: draft.notes.trim() }
}
