import { Pencil } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useParams } from 'react-router'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { ApiError } from '#web/api/client.ts'
import { useMayChange } from '#web/api/may.tsx'
import { useRecord } from '#web/api/queries.ts'
import { recordLabel } from '#web/records/format.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { EditForm } from '#web/records/form/edit-form.tsx'
import type { RecordFormProps } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { readPathId } from './page-address.ts'

const PlainForm = onDemand<RecordFormProps>(
  async () => (await import('#web/records/form/record-form.tsx')).RecordForm,
)

type RecordPageProps = {
  entity: Entity
  /** Replaces the plain form. */
  Form?: ComponentType<RecordFormProps>
  /** Buttons before Edit. */
  actions?: (record: AnyRecord) => ReactNode
  children: (record: AnyRecord) => ReactNode
}

/** The page of one record, at "/owners/7": what belongs to it, with its form behind Edit (SPEC C53). */
export function RecordPage(props: RecordPageProps) {
  const { entity } = props
  const id = readPathId(useParams().id)
  const query = useRecord(entity.name, id)
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular={entity.singular} />
  if (!data)
    return (
      <Page title={entity.singular}>
        <Query of={query} skeleton="h-64" />
      </Page>
    )
  return <LoadedPage key={id} {...props} record={data} />
}

type LoadedPageProps = RecordPageProps & {
  record: AnyRecord
}

function LoadedPage(props: LoadedPageProps) {
  const { entity, record, Form = PlainForm, actions, children } = props
  const [editing, setEditing] = useState(false)
  const mayChange = useMayChange(entity.name)
  useShortcuts({
    edit(event) {
      if (!mayChange) return
      // Keeps the letter out of the form.
      event.preventDefault()
      setEditing(true)
    },
  })
  return (
    <Page
      title={pageTitle(entity, record)}
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <HistoryButton path={entity.name} id={record.id} />
          {actions?.(record)}
          {mayChange && (
            <Button aria-keyshortcuts={ariaKeys('edit')} onClick={() => setEditing(true)}>
              <Pencil aria-hidden className="size-4" />
              Edit
            </Button>
          )}
        </div>
      }
    >
      {children(record)}
      {editing && <EditForm {...{ entity, record, Form }} onClose={() => setEditing(false)} />}
    </Page>
  )
}

/** "Truck 104"; a person or a company by name. */
function pageTitle(entity: Entity, record: AnyRecord): string {
  const label = recordLabel(entity, record)
  return entity.fields[entity.label]?.number ? `${entity.singular} ${label}` : label
}

/** The record was deleted, or the address is wrong. The header links to the list. */
export function NotFound({ singular }: { singular: string }) {
  return (
    <Page title={`${singular} Not Found`}>
      <p className="text-sm text-muted">
        There is no such {singular.toLowerCase()}. It may have been deleted.
      </p>
    </Page>
  )
}
