import { statementPath } from '#core/settlements/settlement.ts'
import type { VoidStatement } from '#core/settlements/preview.ts'

/** What was settled for this truck and date before, and is void (SPEC C3). */
export function VoidStatements({ statements }: { statements: VoidStatement[] }) {
  if (statements.length === 0) return null
  return (
    <ul aria-label="Void statements of this date" className="grid gap-1 text-sm text-muted">
      {statements.map(({ id, number, voidReason }) => (
        <li key={id} className="wrap-anywhere">
          <a
            href={statementPath(id)}
            target="_blank"
            rel="noreferrer"
            className="text-accent-strong underline"
          >
            Statement {number}
          </a>{' '}
          is void: {voidReason}
        </li>
      ))}
    </ul>
  )
}
