import type { ReactNode } from 'react'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { readReason, useLines } from '#web/settlements/lines/use-lines.ts'
import { useSaveSettlement } from '#web/settlements/lines/use-save-settlement.ts'
import { useSettlementForm } from '#web/settlements/lines/use-settlement-form.ts'
import { SettlementConflict } from './settlement-conflict.tsx'
import { useLoadedSettlement } from './use-loaded-settlement.ts'
import { useSettlementParameters } from './use-settlement-parameters.ts'
import { SettlementContext } from './use-settlement.ts'

/** Holds the state of the Settlements screen. Renders its two dialogs: unsaved changes, and a conflict. */
export function SettlementProvider({ children }: { children: ReactNode }) {
  const { parameters, choose } = useSettlementParameters()
  const { loaded, preview, load, loading, replace } = useLoadedSettlement(parameters)
  const { lines, refreshAmounts } = useLines(loaded, replace)
  const { form, showFieldErrors } = useSettlementForm(loaded, readReason(lines))
  const { saving, save, conflict, setConflict } = useSaveSettlement({
    loaded,
    replace,
    onFieldErrors: showFieldErrors,
  })
  const hasChanges = loaded !== null && form.formState.isDirty
  const { leave: askAndLoad, question } = useConfirmLeave({
    changed: hasChanges,
    what: 'this settlement',
    onLeave: load,
  })

  return (
    <SettlementContext
      value={{
        parameters,
        choose,
        loaded,
        preview,
        lines,
        form,
        hasChanges,
        loading,
        saving,
        load: askAndLoad,
        save: (values) => save(values),
        replace,
        refreshAmounts,
        showConflict: setConflict,
      }}
    >
      {children}
      {question}
      {conflict && (
        <SettlementConflict
          current={conflict}
          onOverwrite={(values) => save(values, conflict)}
          onClose={() => setConflict(null)}
        />
      )}
    </SettlementContext>
  )
}
