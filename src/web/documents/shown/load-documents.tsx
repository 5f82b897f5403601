import { useQuery } from '@tanstack/react-query'
import { OnlyFor } from '#web/api/may.tsx'
import { AddDocuments } from '#web/documents/adding/add-documents.tsx'
import { UploadLinkButton, UploadLinks } from '#web/documents/links/upload-links.tsx'
import { usePapersSeen } from '#web/documents/links/use-papers-seen.ts'
import { loadDocumentsQuery } from '#web/documents/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { DocumentRow } from './document-row.tsx'

type LoadDocumentsProps = {
  loadId: number
  /** The load's own number. */
  number: string
  /** The free-form JSON that earlier versions stored. */
  earlier: unknown
}

/** The papers of a load. Files can be dropped anywhere on its page (SPEC C116). */
export function LoadDocuments({ loadId, number, earlier }: LoadDocumentsProps) {
  usePapersSeen(loadId)
  const query = useQuery(loadDocumentsQuery(loadId))
  return (
    <Card
      title="Documents"
      actions={
        <OnlyFor permission="loads">
          <div className="flex flex-wrap gap-2">
            <UploadLinkButton {...{ loadId, number }} />
            <AddDocuments loadId={loadId} />
          </div>
        </OnlyFor>
      }
    >
      <Query
        of={query}
        skeleton="h-16"
        empty={
          <p className="text-sm text-muted">
            No documents yet.
            <OnlyFor permission="loads"> Drop files anywhere on this page.</OnlyFor>
          </p>
        }
      >
        {(data) => (
          <ul className="grid">
            {data.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
        )}
      </Query>
      <OnlyFor permission="loads">
        <UploadLinks loadId={loadId} />
      </OnlyFor>
      <EarlierEntries entries={earlier} />
    </Card>
  )
}

/** What API clients stored in a load's `documents` field before loads had documents. It stays readable. */
function EarlierEntries({ entries }: { entries: unknown }) {
  if (!Array.isArray(entries) || !entries.length) return null
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 font-medium">Earlier Entries</summary>
      <ul className="grid gap-1">
        {entries.map((entry, at) => (
          <li key={at} className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {typeof entry === 'string' ? entry : JSON.stringify(entry)}
          </li>
        ))}
      </ul>
    </details>
  )
}
