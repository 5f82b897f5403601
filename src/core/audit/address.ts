/** What events of the audit log are about. Apart from their labels, which only the log's screen needs. */
import { everyEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/fields.ts'

/** Tables other than the entities' own, then files that are no table. */
export const FURTHER_SUBJECTS = [
  'billing',
  'expenses',
  'deduction_rules',
  'releases',
  'settings',
  'logos',
  'audit',
  'account',
  'pay_register',
  'statements',
  'year_summary',
] as const

export type AuditSubject = EntityName | (typeof FURTHER_SUBJECTS)[number]

/** Where the log shows the entries of one record alone; null where it keeps none of what the API has at `path`. */
export function auditAddress(path: string, id: number): string | null {
  const subject = path.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  const subjects: string[] = [...everyEntity.map(({ name }) => name), ...FURTHER_SUBJECTS]
  if (!subjects.includes(subject)) return null
  return `/audit?subject=${subject}&subjectId.from=${id}&subjectId.to=${id}`
}
