import type { UseQueryResult } from '@tanstack/react-query'
import type { BooksPreview } from '#core/books/books.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

/** What the file would contain, beside the register of the same days (SPEC C224). */
export function FilePreview({ query }: { query: UseQueryResult<BooksPreview> }) {
  return (
    <Query of={query} skeleton="h-32">
      {({ records, transactions, debits, groups, problem, before, cut, notes, hints, leftOut }) => (
        <div className="grid gap-3 text-sm">
          {groups.length > 0 && <Groups groups={groups} />}
          <p>
            {pluralize(records, 'record')} in the file
            {transactions === records ? '' : `, as ${pluralize(transactions, 'transaction')}`}.
            Debits and credits:{' '}
            <strong className="tabular-nums">{formatMoney(toCents(debits))}</strong> each.
          </p>
          {problem && (
            <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-waiting">
              {problem}
            </p>
          )}
          {hints.map((hint) => (
            <p key={hint} className="wrap-anywhere">
              {hint}
            </p>
          ))}
          {leftOut.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium">
                Not in this file. Make a journal file of these days for them:
              </p>
              <ul className="list-disc pl-5">
                {leftOut.map(({ group, count, amount }) => (
                  <li key={group}>
                    {group}: {count}, {formatMoney(toCents(amount))}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {notes.length > 0 && (
            <div className="grid gap-1">
              <p className="font-medium">
                Enter these in QuickBooks yourself. The invoice CSV can’t include them; the cover
                page lists them:
              </p>
              <ul className="list-disc pl-5 wrap-anywhere">
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </div>
          )}
          {before > 0 && (
            <p className="text-muted">{pluralize(before, 'earlier record')} not in a file yet.</p>
          )}
          {cut.length > 0 && (
            <p className="text-muted wrap-anywhere">
              Shortened names: {cut.map(({ name, printed }) => `${name} = ${printed}`).join('; ')}
            </p>
          )}
        </div>
      )}
    </Query>
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
