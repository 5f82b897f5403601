import type { ReactNode } from 'react'
import { listChanges, type AuditChange, type AuditEvent } from '#core/audit/audit.ts'

const CELL = 'border-t border-line py-1.5 pr-3 text-left align-top wrap-anywhere'

type ChangesProps = {
  event: AuditEvent
  /** Shown beside the previous value. */
  undo?: (change: AuditChange) => ReactNode
}

/** Each changed field before and after. */
export function Changes({ event, undo }: ChangesProps) {
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
        {changes.map((change) => (
          <tr key={change.label}>
            <th className={CELL}>{change.label}</th>
            <td className={CELL}>
              {change.from}
              {undo?.(change)}
            </td>
            <td className={CELL}>{change.to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
