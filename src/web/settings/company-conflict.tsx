import type { Company } from '#core/settings/company.ts'
import { isOwnSave } from '#web/api/own-saves.ts'
import { ConflictDialog } from '#web/records/form/conflict-dialog.tsx'
import { companyText, describeCompany, listCompared, type CompanyText } from './company-text.ts'

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
export function CompanyConflict({
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
