import { statementPath } from '#core/settlements/settlement.ts'
import { fileAddress } from '#web/api/client.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'

/** The void statements of the loaded truck and date (SPEC C3). */
export function VoidStatements() {
  const statements = useSettlement().preview?.voided ?? []
  if (statements.length === 0) return null
  return (
    <ul
      aria-label="Void statements for this truck and date"
      className="grid gap-1 text-sm text-muted"
    >
      {statements.map(({ id, number, voidReason }) => (
        <li key={id} className="wrap-anywhere">
          <a
            href={fileAddress(statementPath(id))}
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
