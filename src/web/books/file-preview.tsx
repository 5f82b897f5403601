import type { UseQueryResult } from '@tanstack/react-query'
import type { BooksPreview } from '#core/books/books.ts'
import { addDays, type Day, formatDay, type Period, yearOf } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { ACCOUNT_MAP } from './account-map-card.tsx'

type FilePreviewProps = {
  query: UseQueryResult<BooksPreview>
  /** The problem is asked about when the file is made. */
  asks: boolean
  from: Day
  onDays: (days: Period) => void
}

/** What the file would contain, beside the register of the same days (SPEC C224). */
export function FilePreview({ query, asks, from, onDays }: FilePreviewProps) {
  return (
    <Query of={query} skeleton="h-32">
      {({ records, transactions, debits, groups, problem, unmapped, before, ...more }) => (
        <div className="grid gap-3 text-sm">
          {groups.length > 0 && <Groups groups={groups} />}
          <p>
            {pluralize(records, 'record')} in the file
            {transactions === records ? '' : `, as ${pluralize(transactions, 'transaction')}`}.
            Debits and credits:{' '}
            <strong className="tabular-nums">{formatMoney(toCents(debits))}</strong> each.
          </p>
          {problem && !asks && (
            <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-waiting">
              {problem}{' '}
              {unmapped.length > 0 && (
                <a className="hit-area font-medium underline" href={`#${ACCOUNT_MAP}`}>
                  Account Map
                </a>
              )}
            </p>
          )}
          {more.hints.map((hint) => (
            <p key={hint} className="wrap-anywhere">
              {hint}
            </p>
          ))}
          {more.leftOut.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium">
                Not in this file. Make a journal file of these days for them:
              </p>
              <ul className="list-disc pl-5">
                {more.leftOut.map(({ group, count, amount }) => (
                  <li key={group}>
                    {group}: {count}, {formatMoney(toCents(amount))}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {more.notes.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium">
                Enter these in QuickBooks yourself. The invoice CSV can’t include them; the cover
                page lists them:
              </p>
              <ul className="list-disc pl-5 wrap-anywhere">
                {more.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </div>
          )}
          {before > 0 && <Before count={before} from={from} onDays={onDays} />}
          {more.cut.length > 0 && (
            <p className="text-muted wrap-anywhere">
              Shortened names:{' '}
              {more.cut.map(({ name, printed }) => `${name} = ${printed}`).join('; ')}
            </p>
          )}
        </div>
      )}
    </Query>
  )
}

type BeforeProps = { count: number; from: Day; onDays: (days: Period) => void }

/** What to do with the records before the first day. */
function Before({ count, from, onDays }: BeforeProps) {
  const to = addDays(from, -1)
  const days = { from: yearOf(to).from, to }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <p>
        {pluralize(count, 'earlier record')} {count === 1 ? 'is' : 'are'} not in a file yet. If your
        accountant already has them, leave them. If not, make a file of those days too.
      </p>
      <Button variant="secondary" size="sm" onClick={() => onDays(days)}>
        Choose {formatDay(days.from)} – {formatDay(days.to)}
      </Button>
    </div>
  )
}

const CELL = 'px-3 py-2 text-right tabular-nums whitespace-nowrap'

function Groups({ groups }: Pick<BooksPreview, 'groups'>) {
  return (
    <SidewaysScroll label="Preview">
      <table className="w-full border-collapse">
        <caption className="sr-only">The file compared with the register of the same days</caption>
        <thead className="bg-head">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-medium">
              Group
            </th>
            {['Register', 'In earlier files', 'In this file'].map((head) => (
              <th key={head} scope="col" className={`${CELL} font-medium`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, register, earlier, batch, isEqual }) => (
            <tr key={group} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                {group}
                {!isEqual && <span className="text-danger-ink"> (differs)</span>}
              </th>
              {[register, earlier, batch].map(({ count, amount }, at) => (
                <td key={at} className={CELL}>
                  <span className="text-muted">{count} · </span>
                  {formatMoney(toCents(amount))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroll>
  )
}
