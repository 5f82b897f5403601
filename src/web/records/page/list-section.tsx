import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { useVisible } from '#web/api/may.tsx'
import { useCount, useRows } from '#web/api/queries.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { Cell, isFigure, isShort } from '#web/records/rows/cell.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { clickedRow } from './open-row.ts'

/** The most rows in a section; the list has the rest. */
const MAX_ROWS = 10
/** A phone shows rows as cards: ten would be many screens long. */
const MAX_CARDS = 5

type ListSectionProps = {
  title: string
  description?: string
  /** The list that the rows come from. */
  listing: Pick<Listing, 'name' | 'label' | 'fields'>
  columns: ColumnOf[]
  /** The filter, as the list's address has it. */
  match: Record<string, string>
  /** The path of the whole list: "/loads". */
  listPath: string
  /** "load": for "All 312 loads". */
  noun: string
  /** The page that a row opens. */
  addressOf?: (record: AnyRecord) => string
  /** What a row without a page opens. */
  onOpen?: (record: AnyRecord) => void
  /** Beside the title. */
  actions?: ReactNode
  /** Shown if there are no rows; null hides the section instead. */
  empty: string | null
  /** Below the title, above the rows. */
  children?: ReactNode
}

/** The newest rows of a list with a filter, and a link to the list with that filter (SPEC C53). */
export function ListSection(section: ListSectionProps) {
  const listing = useVisible(section.listing)
  const isShown = ({ fields }: ColumnOf) => fields.every((name) => listing.fields[name])
  const props = { ...section, listing, columns: section.columns.filter(isShown) }
  const { title, description, match, listPath, noun, empty, children } = props
  const limit = usePhone() ? MAX_CARDS : MAX_ROWS
  const query = useRows(listing.name, { limit: String(limit), offset: '0', ...match })
  const { data: rows, error } = query
  const total = useCount(listing.name, match, rows?.length === limit)
  if (empty === null && !error && !rows?.length) return null
  return (
    <Card title={title} actions={section.actions} {...(description ? { description } : {})}>
      {children}
      <Query of={query} empty={empty ?? false}>
        {(shown) => <Rows {...props} rows={shown} />}
      </Query>
      {total !== undefined && total > limit && (
        <Link
          className="hit-area justify-self-start text-sm font-medium text-accent-strong underline"
          to={`${listPath}?${new URLSearchParams(match)}`}
        >
          All {pluralize(total, noun)}
        </Link>
      )}
    </Card>
  )
}

function Rows(props: ListSectionProps & { rows: AnyRecord[] }) {
  const { title, listing, columns, addressOf, onOpen, rows } = props
  const navigate = useNavigate()
  return (
    <SidewaysScroll>
      {/* Names have up to two lines: beside other cards, a table of loads would be too wide for a laptop. */}
      <table className="records w-full border-collapse text-sm [&_td:not(.whitespace-nowrap)_.truncate]:line-clamp-2 [&_td:not(.whitespace-nowrap)_.truncate]:wrap-break-word [&_td:not(.whitespace-nowrap)_.truncate]:whitespace-normal">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                className={classes(
                  'bg-head px-2 py-2 font-medium xl:px-3',
                  isFigure(listing, column) ? 'text-right' : 'text-left',
                )}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onClick={(event) => {
            const id = clickedRow(event.nativeEvent)
            const record = rows.find((row) => row.id === id)
            if (record && addressOf) void navigate(addressOf(record))
            else if (record) onOpen?.(record)
          }}
        >
          {rows.map((record) => (
            <SectionRow
              key={record.id}
              {...{ listing, columns, record }}
              to={addressOf?.(record)}
              onOpen={addressOf ? undefined : onOpen}
            />
          ))}
        </tbody>
      </table>
    </SidewaysScroll>
  )
}

type SectionRowProps = Pick<ListSectionProps, 'listing' | 'columns'> & {
  record: AnyRecord
  to: string | undefined
  onOpen: ((record: AnyRecord) => void) | undefined
}

function SectionRow({ listing, columns, record, to, onOpen }: SectionRowProps) {
  return (
    <tr data-record={record.id} className="border-t border-line hover:bg-hover">
      {columns.map((column, index) => (
        <td
          key={column.title}
          data-label={column.title}
          className={classes(
            'px-2 py-1.5 xl:px-3',
            isFigure(listing, column) && 'text-right tabular-nums',
            isShort(listing, column) && 'whitespace-nowrap',
          )}
        >
          {index === 0 && onOpen ? (
            <button
              type="button"
              className="hit-area text-left text-accent-strong underline"
              onClick={() => onOpen(record)}
            >
              <Cell second entity={listing} column={column} record={record} />
            </button>
          ) : (
            <Cell
              second
              entity={listing}
              column={column}
              record={record}
              {...(index === 0 && to !== undefined ? { to } : {})}
            />
          )}
        </td>
      ))}
    </tr>
  )
}
