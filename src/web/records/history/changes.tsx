import { listChanges, type AuditEvent } from '#core/audit/audit.ts'

const CELL = 'border-t border-line py-1.5 pr-3 text-left align-top wrap-anywhere'

/** Each changed field before and after. */
export function Changes({ event }: { event: AuditEvent }) {
  const changes = listChanges(event)
  if (!changes.length) return null
  return (
    <table className="w-full table-fixed text-sm">
      <thead>
        <tr className="text-muted">
          <th className={CELL}>Field</th>
          <th className={CELL}>Before</th>
          <th className={CELL}>After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, from, to }) => (
          <tr key={label}>
            <th className={CELL}>{label}</th>
            <td className={CELL}>{from}</td>
            <td className={CELL}>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
