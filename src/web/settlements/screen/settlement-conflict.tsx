import type { AnyRecord } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/fields.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { Conflict } from '#web/records/form/conflict.tsx'
import { normalizeDraft, type SettlementValues } from '#web/settlements/lines/draft.ts'
import { fromSaved } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

type SettlementConflictProps = {
  /** The settlement that someone else saved first. */
  current: Settlement
  onOverwrite: (values: SettlementValues) => void
  onClose: () => void
}

const COMPARED = Object.fromEntries(
  [...EXPENSE_CATEGORIES, 'notes' as const].map((name) => [name, settlementFields[name]]),
) as unknown as Fields

/** Shows which amounts differ and asks which version to keep (SPEC B22, B27). */
export function SettlementConflict({ current, onOverwrite, onClose }: SettlementConflictProps) {
  const { form, replace } = useSettlement()
  return (
    <Conflict
      fields={COMPARED}
      mine={normalizeDraft(form.getValues())}
      current={current as unknown as AnyRecord}
      onReload={() => {
        onClose()
        replace(fromSaved(current))
      }}
      onOverwrite={() => {
        onClose()
        void form.handleSubmit(onOverwrite)()
      }}
      onCancel={onClose}
    />
  )
}
