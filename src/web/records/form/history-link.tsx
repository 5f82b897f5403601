import { Link } from 'react-router'
import { auditAddress } from '#core/audit/address.ts'

/** `path`: the record's path in the API, "loads". */
type HistoryLinkProps = { path: string; id: number }

/** Links to the record's changes in the audit log, if the log covers it (SPEC S31). */
export function HistoryLink({ path, id }: HistoryLinkProps) {
  const address = auditAddress(path, id)
  if (!address) return null
  return (
    <Link
      to={address}
      className="hit-area mr-auto text-sm font-medium text-accent-strong underline underline-offset-2"
    >
      History
    </Link>
  )
}
