import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import type { AnyRecord, Entity } from '#core/entity.ts'
import { useRecords } from '#web/api/queries.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty.tsx'
import { FailedRead } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { DeleteRecord } from './delete-record.tsx'
import { queryOf, useListState } from './list-state.ts'
import { Pager } from './pager.tsx'
import { RecordForm, type RecordFormProps } from './record-form.tsx'
import { RecordsTable } from './records-table.tsx'
import { SearchBox } from './search-box.tsx'

type RecordsPageProps = {
  entity: Entity
  /** More icons at the head of each row's actions. */
  rowActions?: (record: AnyRecord) => ReactNode
  /** The form in place of the plain one. */
  Form?: ComponentType<RecordFormProps>
  children?: ReactNode
}

type Opened = { form: 'add' } | { form: 'edit' | 'delete'; record: AnyRecord }

/** The whole screen of an entity, out of its declaration (SPEC A2, B20, B21). */
export function RecordsPage({ entity, rowActions, Form = RecordForm, children }: RecordsPageProps) {
  const { state, change } = useListState()
  const list = useRecords(entity.name, queryOf(state))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const add = () => setOpened({ form: 'add' })

  return (
    <Page
      title={entity.title}
      description={entity.description}
      actions={
        <Button onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add {entity.one}
        </Button>
      }
    >
      <div className="grid gap-3">
        <SearchBox
          key={entity.name}
          label={`Search ${entity.title.toLowerCase()}`}
          value={state.search}
          onSearch={(search) => change({ search }, true)}
        />
        {list.isError ? (
          <FailedRead error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <RecordsTable
            entity={entity}
            rows={list.data?.rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            empty={<Empty entity={entity} searched={state.search !== ''} onClear={() => change({ search: '' })} />}
            actions={(record) => (
              <>
                {rowActions?.(record)}
                <IconButton
                  label={`Edit ${labelOf(entity, record)}`}
                  onClick={() => setOpened({ form: 'edit', record })}
                >
                  <Pencil aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={`Delete ${labelOf(entity, record)}`}
                  onClick={() => setOpened({ form: 'delete', record })}
                >
                  <Trash2 aria-hidden className="size-4" />
                </IconButton>
              </>
            )}
          />
        )}
        <Pager state={state} total={list.data?.total ?? 0} onChange={change} />
      </div>
      {opened?.form === 'add' && <Form entity={entity} onClose={close} />}
      {opened?.form === 'edit' && <Form entity={entity} record={opened.record} onClose={close} />}
      {opened?.form === 'delete' && (
        <DeleteRecord entity={entity} record={opened.record} onClose={close} />
      )}
      {children}
    </Page>
  )
}

export function labelOf(entity: Entity, record: AnyRecord): string {
  return String(record[entity.label] ?? '')
}

function Empty({ entity, searched, onClear }: { entity: Entity; searched: boolean; onClear: () => void }) {
  if (!searched) {
    return <EmptyState title="No data available">{`Add your first ${entity.one.toLowerCase()} to begin.`}</EmptyState>
  }
  return (
    <EmptyState title="Nothing matches">
      <Button variant="secondary" onClick={onClear}>
        Clear the search
      </Button>
    </EmptyState>
  )
}
