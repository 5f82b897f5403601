import type { Company } from '#core/settings/company.ts'
import { companyFields } from '#core/settings/company.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { Conflict } from '#web/records/form/conflict.tsx'
import { companyText, describeCompanyField, type CompanyText } from './company-text.ts'

type CompanyConflictProps = {
  theirs: Company
  mine: CompanyText
  onReload: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Compared as words: a choice by its label, the custom deductions as one line. */
const COMPARED: Fields = Object.fromEntries(
  Object.entries(companyFields).map(([name, field]) => [name, { ...field, control: 'text' }]),
) as unknown as Fields

export function CompanyConflict({ theirs, mine, ...answers }: CompanyConflictProps) {
  const current = {
    ...theirs,
    ...describeCompanyField(companyText(theirs)),
  } as unknown as AnyRecord
  return (
    <Conflict fields={COMPARED} mine={describeCompanyField(mine)} current={current} {...answers} />
  )
}
