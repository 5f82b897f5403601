import type { Company } from '#core/settings/company.ts'
import { isOwnSave } from '#web/api/own-saves.ts'
import { ConflictDialog } from '#web/records/form/conflict-dialog.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { companyText, type CompanyText, describeCompany, listCompared } from './company-text.ts'
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

type CompanyConflictProps = {
  /** The fields of the form. */
  names: readonly (keyof CompanyText)[]
  current: Company
  /** The settings as they were opened. */
  start: CompanyText
  edited: CompanyText
  onReload: () => void
  onOverwrite: () => void
  onCombine: (saved: (keyof CompanyText)[]) => void
  onCancel: () => void
}

/** Compares the settings as readable text: a choice by its label, the custom deductions as one line. */
function CompanyConflict({
  names,
  current,
  start,
  edited,
  onCombine,
  ...props
}: CompanyConflictProps) {
  return (
    <ConflictDialog
      fields={listCompared(names)}
      start={describeCompany(start)}
      edited={describeCompany(edited)}
      isOwn={isOwnSave('/api/settings', current)}
      onCombine={(saved) => onCombine(saved as (keyof CompanyText)[])}
      current={{ ...current, ...describeCompany(companyText(current)) }}
      {...props}
    />
  )
}
