import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import type { ExportBatch } from '#core/books/books.ts'
import { BOOK_FORMATS } from '#core/books/formats.ts'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Query } from '#web/ui/query.tsx'
import { batchesQuery } from './queries.ts'

/** The files that were made, newest first. A download has the same bytes each time (SPEC C225). */
export function FilesCard() {
  const query = useQuery(batchesQuery)
  return (
    <Card title="Files" description="Import each file once. A second download is the same file.">
      <Query of={query} empty={<EmptyState title="No files yet" />}>
        {(data) => (
          <ul>
            {data.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}

function BatchRow({ batch }: { batch: ExportBatch }) {
  const { id, format, from, to, records, parts, debits, madeBy, madeAt, sha256 } = batch
  const label = BOOK_FORMATS.find(({ value }) => value === format)?.label
  const days = `${formatDay(from)} – ${formatDay(to)}`
  const path = `/api/export-batches/${id}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3 text-sm first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium">
          {days} · {label}
        </p>
        <p className="text-muted">
          {pluralize(records, 'record')}, {formatMoney(toCents(debits))}. Made by {madeBy} on{' '}
          {new Date(madeAt).toLocaleDateString('en-US')}
        </p>
        <p className="text-xs text-muted wrap-anywhere">SHA-256 {sha256}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {Array.from({ length: parts }, (_, at) => at + 1).map((part) => (
          <DownloadLink
            key={part}
            href={parts === 1 ? `${path}/file` : `${path}/file?part=${part}`}
            aria-label={
              parts === 1 ? `File of ${days}` : `Part ${part} of ${parts} of the file of ${days}`
            }
          >
            <Download aria-hidden className="size-4" />
            {parts === 1 ? 'File' : `Part ${part} of ${parts}`}
          </DownloadLink>
        ))}
        <DownloadLink href={`${path}/cover`} aria-label={`Cover page of ${days}`}>
          <FileText aria-hidden className="size-4" />
          Cover Page
        </DownloadLink>
      </div>
    </li>
  )
}
