import { Link } from 'react-router'
import { auditAddress } from '#core/audit.ts'

type HistoryLinkProps = { table: string; id: number }

/** To who changed this record, when, and from what to what (SPEC S31). */
export function HistoryLink({ table, id }: HistoryLinkProps) {
  return (
    <Link
      to={auditAddress(table, id)}
      className="mr-auto text-sm font-medium text-accent-strong underline underline-offset-2"
    >
      History
    </Link>
  )
}
