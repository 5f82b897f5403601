import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { AnyRecord, Entity } from '#core/entity.ts'
import { useRecords } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { TransferButtons } from '#web/transfer/transfer-buttons.tsx'
import { FailedRead } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { DeleteRecord } from './delete-record.tsx'
import { EmptyList } from './empty-list.tsx'
import { labelOf } from './format.ts'
import { lastPage, queryOf, useListState } from './list-state.ts'
import { Pager } from './pager.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordForm, type RecordFormProps } from './record-form.tsx'
import { RecordsTable } from './records-table.tsx'
import { RowAction } from './row-action.tsx'
import { SearchBox } from './search-box.tsx'
import { useAsked, useAskedRecord } from './use-asked.ts'
import { usePhone } from './use-phone.ts'
import { useRowKeys } from './use-row-keys.ts'

type RecordsPageProps = {
  entity: Entity
  /** More icons at the head of each row's actions. */
  rowActions?: (record: AnyRecord) => ReactNode
  /** The form in place of the plain one. */
  Form?: ComponentType<RecordFormProps>
  /** What else the screen opens. */
  children?: ReactNode
}

type Opened = { form: 'add' } | { form: 'edit' | 'delete'; record: AnyRecord }

/** The whole screen of an entity, out of its declaration (SPEC A2, B20, B21). */
export function RecordsPage({ entity, rowActions, Form = RecordForm, children }: RecordsPageProps) {
  const { state, change, addressOf } = useListState(entity)
  const { data, isError, error, refetch } = useRecords(entity.name, queryOf(state))
  const [opened, setOpened] = useState<Opened>()
  const List = usePhone() ? RecordCards : RecordsTable
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => setOpened({ form: 'add' })
  const close = () => setOpened(undefined)
  const edit = (record: AnyRecord) => setOpened({ form: 'edit', record })
  useAsked('add', add)
  useAskedRecord(entity, 'edit', edit)
  useRowKeys({
    onAdd: add,
    onOpen: (id) => {
      const record = data?.rows.find((row) => row.id === id)
      if (record) edit(record)
    },
  })
  const last = data && lastPage(data.total, state.size)

  return (
    <Page
      title={entity.title}
      description={entity.description}
      actions={
        <div className="flex flex-wrap gap-2">
          <TransferButtons entity={entity} query={queryOf(state)} />
          <Button ref={addButton} aria-keyshortcuts={ariaKeys('add')} onClick={add}>
            <Plus aria-hidden className="size-4" />
            Add {entity.one}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        <SearchBox
          label={`Search ${entity.title.toLowerCase()}`}
          value={state.search}
          // The first letter is a step that Back undoes; those after it are not.
          onSearch={(search) => change({ search }, state.search !== '')}
        />
        {isError ? (
          <FailedRead error={error} onRetry={() => void refetch()} />
        ) : (
          <List
            entity={entity}
            rows={data?.rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            empty={
              <EmptyList
                entity={entity}
                searched={state.search !== ''}
                onAdd={add}
                onClear={() => change({ search: '' })}
              />
            }
            actions={(record) => (
              <>
                {rowActions?.(record)}
                <RowAction
                  label={`Edit ${labelOf(entity, record)}`}
                  Icon={Pencil}
                  onClick={() => edit(record)}
                />
                <RowAction
                  label={`Delete ${labelOf(entity, record)}`}
                  Icon={Trash2}
                  onClick={() => setOpened({ form: 'delete', record })}
                />
              </>
            )}
          />
        )}
        {data && data.total > 0 && <Pager state={state} total={data.total} onChange={change} />}
      </div>
      {/* The last page's last record was deleted, or a link is older than the list. */}
      {last && last < state.page && <Navigate to={addressOf({ page: last })} replace />}
      {opened?.form === 'add' && <Form entity={entity} onClose={close} />}
      {opened?.form === 'edit' && <Form entity={entity} record={opened.record} onClose={close} />}
      {opened?.form === 'delete' && (
        <DeleteRecord
          entity={entity}
          record={opened.record}
          onClose={close}
          onGone={() => focusIfLost(addButton.current)}
        />
      )}
      {children}
    </Page>
  )
}

/** The icon that has the focus goes with its row: a keyboard would have to start at the page's top again. */
function focusIfLost(target: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.closest('tbody, ul')) target?.focus()
}
