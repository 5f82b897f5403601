import type { Fields } from '#core/fields/field.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { isOwnSave } from '#web/api/own-saves.ts'
import { ConflictDialog } from '#web/records/form/conflict-dialog.tsx'
import {
  normalizeDraft,
  toDraft,
  type Draft,
  type SettlementValues,
} from '#web/settlements/lines/draft.ts'
import { fromSaved } from './loaded-settlement.ts'
import { useSettlement } from './use-settlement.ts'

type SettlementConflictProps = {
  /** The settlement that someone else saved first. */
  current: Settlement
  onOverwrite: (values: SettlementValues) => void
  onClose: () => void
}

const COMPARED: Fields = Object.fromEntries(
  ([...EXPENSE_CATEGORIES, 'notes'] as const).map((name) => [name, settlementFields[name]]),
)

/** Shows which amounts differ and asks which version to keep (SPEC B22, B27). */
export function SettlementConflict({ current, onOverwrite, onClose }: SettlementConflictProps) {
  const { form, loaded, replace } = useSettlement()
  return (
    <ConflictDialog
      fields={COMPARED}
      start={loaded?.start}
      edited={normalizeDraft(form.getValues())}
      current={current}
      isOwn={isOwnSave('/api/billing', current)}
      onReload={() => {
        onClose()
        replace(fromSaved(current))
      }}
      onOverwrite={() => {
        onClose()
        void form.handleSubmit(onOverwrite)()
      }}
      onCombine={(names) => {
        onClose()
        const saved = toDraft(current, current.notes)
        for (const name of names as (keyof Draft)[])
          form.setValue(name, saved[name], { shouldDirty: true })
        void form.handleSubmit(onOverwrite)()
      }}
      onCancel={onClose}
    />
  )
}
