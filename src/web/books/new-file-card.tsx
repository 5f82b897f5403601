import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BooksDays, BooksPreview } from '#core/books/books.ts'
import { BOOK_FORMATS, type BookFormat } from '#core/books/formats.ts'
import { isDay, monthBefore } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { booksPreviewQuery } from './queries.ts'

/** Asks for days and format, previews the file, and makes it. It starts with the last month. */
export function NewFileCard({ mayChange }: { mayChange: boolean }) {
  const [last] = useState(() => monthBefore(today()))
  const [from, setFrom] = useState(last.from)
  const [to, setTo] = useState(last.to)
  const [format, setFormat] = useState<BookFormat>('qbo-journal')
  const areDays = isDay(from) && isDay(to) && from <= to
  const days = areDays ? { from, to, format } : null
  const preview = useQuery(booksPreviewQuery(days))
  const making = useMakeFile()
  const isReady = days && preview.data && preview.data.problem === null

  return (
    <Card title="New File">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) making.run(days)
        }}
      >
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
          <Labeled label="From" name="from" error={isDay(from) ? undefined : 'Enter a day'}>
            {(aria) => <DayInput {...aria} value={from} onChange={setFrom} />}
          </Labeled>
          <Labeled label="To" name="to" error={findToError(from, to)}>
            {(aria) => <DayInput {...aria} value={to} onChange={setTo} />}
          </Labeled>
          <Labeled label="Format" name="format">
            {(aria) => (
              <Select
                {...aria}
                value={format}
                options={BOOK_FORMATS}
                onChange={(value) => {
                  const chosen = BOOK_FORMATS.find((one) => one.value === value)
                  if (chosen) setFormat(chosen.value)
                }}
              />
            )}
          </Labeled>
        </div>
        {days && <FilePreview query={preview} />}
        {mayChange && (
          <div>
            <Button type="submit" aria-disabled={!isReady || making.busy}>
              {making.busy ? 'Making the File...' : 'Make File'}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function findToError(from: string, to: string): string | undefined {
  if (!isDay(to)) return 'Enter a day'
  return isDay(from) && to < from ? 'To must not be before From' : undefined
}

function useMakeFile() {
  return useAction({
    send: (body: BooksDays, { key }) =>
      request<{ id: number }>('POST', '/api/export-batches', {
        body,
        headers: { 'Idempotency-Key': key },
      }),
    done: 'File made. Download it below.',
    failed: 'Failed to make the file',
    onFailure: refetchLists,
    refetch: refetchLists,
  })
}

/** What the file would contain, beside the register of the same days (SPEC C224). */
function FilePreview({ query }: { query: UseQueryResult<BooksPreview> }) {
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
