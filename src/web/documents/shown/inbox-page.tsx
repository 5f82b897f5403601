import { useInfiniteQuery } from '@tanstack/react-query'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { useNewFromConfirmation } from '#web/confirmations/new-from-confirmation.tsx'
import { AddDocuments } from '#web/documents/adding/add-documents.tsx'
import { inboxQuery, useChangeDocument } from '#web/documents/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { DocumentRow } from './document-row.tsx'
import { LoadPicker } from './load-picker.tsx'

/** Documents without a load. Choosing a load moves the document to the load's page (SPEC C116). */
export function InboxPage() {
  const query = useInfiniteQuery(inboxQuery)
  const documents = query.data?.pages.flat()
  const papers = useNewFromConfirmation({ drops: false })
  const confirmations = documents?.filter(({ kind, mayOpen }) => kind === SHOWS_REVENUE && mayOpen)
  return (
    <Page
      title="Documents Inbox"
      description="Documents that do not belong to a load yet. Drop files anywhere on this page."
      actions={
        <OnlyFor permission="loads">
          {confirmations && confirmations.length > 1 && (
            <Button variant="secondary" size="sm" onClick={() => papers.openStored(confirmations)}>
              Make {confirmations.length} Loads of Rate Confirmations
            </Button>
          )}
          <AddDocuments loadId={null} />
        </OnlyFor>
      }
    >
      <Card>
        <Query of={query} skeleton="h-32" />
        {documents?.length === 0 && <p className="text-sm text-muted">The inbox is empty.</p>}
        {documents && documents.length > 0 && (
          <ul className="grid gap-2">
            {documents.map((document) => (
              <InboxRow
                key={document.id}
                document={document}
                onMakeLoad={() => papers.openStored([document])}
              />
            ))}
          </ul>
        )}
        <ShowMore query={query} />
      </Card>
      {papers.parts}
    </Page>
  )
}

type InboxRowProps = { document: DocumentFacts; onMakeLoad: () => void }

/** A paper that can be a rate confirmation also makes a load (SPEC C481). */
function InboxRow({ document, onMakeLoad }: InboxRowProps) {
  const change = useChangeDocument(document)
  const { suggestedLoad, kind, mayOpen } = document
  return (
    <li className="grid items-start gap-x-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <ul>
        <DocumentRow document={document} />
      </ul>
      <OnlyFor permission="loads">
        <div className="grid gap-2">
          {suggestedLoad && (
            <Button
              size="long"
              className="justify-self-start"
              aria-disabled={change.busy}
              onClick={() => change.run({ loadId: suggestedLoad.id })}
            >
              Move to Load {suggestedLoad.number}
            </Button>
          )}
          {mayOpen && (kind === SHOWS_REVENUE || kind === 'other') && (
            <Button
              variant="secondary"
              size="sm"
              className="justify-self-start"
              aria-label={`Make a load of ${document.originalName}`}
              onClick={onMakeLoad}
            >
              Make a Load
            </Button>
          )}
          <LoadPicker
            label={`Load of ${document.originalName}`}
            loadId={null}
            number={null}
            onChange={(loadId) => loadId !== null && change.run({ loadId })}
          />
        </div>
      </OnlyFor>
    </li>
  )
}
