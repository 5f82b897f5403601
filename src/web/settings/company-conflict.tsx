import type { Company } from '#core/settings/company.ts'
import { ConflictDialog } from '#web/records/form/conflict-dialog.tsx'
import { COMPARED_FIELDS, companyText, describeCompany, type CompanyText } from './company-text.ts'

type CompanyConflictProps = {
  current: Company
  edited: CompanyText
  onReload: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Compares readable text: a choice by its label, the custom deductions as one line. */
export function CompanyConflict({ current, edited, ...props }: CompanyConflictProps) {
  return (
    <ConflictDialog
      fields={COMPARED_FIELDS}
      edited={describeCompany(edited)}
      current={{ ...current, ...describeCompany(companyText(current)) }}
      {...props}
    />
  )
}
