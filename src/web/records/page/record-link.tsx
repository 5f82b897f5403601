import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { EntityName } from '#core/fields/field.ts'
import { pageAddress } from './page-address.ts'

type RecordLinkProps = { to: EntityName; id: number | string; children: ReactNode }

/** The name of a record, as a link to its page (SPEC C54). */
export function RecordLink({ to, id, children }: RecordLinkProps) {
  return (
    <Link className="hit-area font-medium text-accent-strong underline" to={pageAddress(to, id)}>
      {children}
    </Link>
  )
}

type CellLinkProps = { to: string | undefined; children: ReactNode }

/** The name in a cell of a list, where an underline below every name would be too much. */
export function CellLink({ to, children }: CellLinkProps) {
  if (to === undefined) return children
  return (
    <Link className="hit-area max-w-full text-accent-strong hover:underline" to={to}>
      {children}
    </Link>
  )
}
