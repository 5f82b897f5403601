import type { ReactNode } from 'react'
import { roleLabel } from '#core/team/describe-role.ts'
import type { Role } from '#core/team/roles.ts'

type Column<Row> = { title: string; show: (row: Row) => ReactNode }

type TeamTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  /** The last cell, with buttons. */
  actions: (row: Row) => ReactNode
  rows: Row[]
}

/** A table of members or of open invitations. */
export function TeamTable<Row extends { id: number }>(props: TeamTableProps<Row>) {
  const { caption, columns, actions, rows } = props
  return (
    <div className="overflow-x-auto">
      <table className="records w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={HEAD_CELL}>
                {title}
              </th>
            ))}
            <th scope="col" className={`${HEAD_CELL} text-right`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-t border-line">
              {columns.map(({ title, show }) => (
                <td key={title} data-label={title} className={CELL}>
                  <span>{show(row)}</span>
                </td>
              ))}
              <td data-label="Actions" className={`${CELL} text-right`}>
                {actions(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The role and, below it, the truck owner or driver that a member of the portal represents. */
export function RoleText({ role, represents }: { role: Role; represents: string | null }) {
  return (
    <>
      {roleLabel(role)}
      {represents && <SmallText>{represents}</SmallText>}
    </>
  )
}

/** The second line of a cell. */
export function SmallText({ children }: { children: ReactNode }) {
  return <span className="block text-xs wrap-anywhere text-muted">{children}</span>
}

const HEAD_CELL = 'bg-head px-2 py-2 text-left font-medium xl:px-3'
const CELL = 'px-2 py-1.5 xl:px-3'
