import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { CompanyConflict } from './company-conflict.tsx'
import { companyText } from './company-text.ts'
import type { useCompanyForm } from './use-company-form.ts'

/** What a save of the settings may have to ask: which version to keep, or whether an unusual value is right. */
export function FormDialogs({ state }: { state: ReturnType<typeof useCompanyForm> }) {
  const { names, form, opened, submit, resetTo, asked, conflict, closeConflict } = state
  return (
    <>
      {conflict && (
        <CompanyConflict
          names={names}
          current={conflict}
          start={companyText(opened)}
          edited={form.getValues()}
          onReload={() => {
            closeConflict()
            resetTo(conflict)
          }}
          onOverwrite={() => {
            closeConflict()
            void submit(conflict)
          }}
          onCombine={(kept) => {
            closeConflict()
            const saved = companyText(conflict)
            for (const name of kept) form.setValue(name, saved[name], { shouldDirty: true })
            void submit(conflict)
          }}
          onCancel={closeConflict}
        />
      )}
      <QuestionDialog request={asked} />
    </>
  )
}
