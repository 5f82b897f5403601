/** What the audit log keeps entries of. Apart from the log's words, which no other screen needs. */
import { everyEntity } from '#core/entities/entities.ts'

/** The tables beside those of the entities. */
export const FURTHER_SUBJECTS = [
  'billing',
  'expenses',
  'deduction_rules',
  'releases',
  'settings',
  'logos',
  'account',
] as const

/** Where the log shows the entries of one record alone; null where it keeps none of what the API has at `path`. */
export function auditAddress(path: string, id: number): string | null {
  const subject = path.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  const subjects: string[] = [...everyEntity.map(({ name }) => name), ...FURTHER_SUBJECTS]
  if (!subjects.includes(subject)) return null
  return `/audit?subject=${subject}&subjectId.from=${id}&subjectId.to=${id}`
}
