import { Pencil, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { useMayChange } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { TransferButtons } from '#web/transfer/transfer-buttons.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { recordLabel } from '#web/records/format.ts'
import { EditForm } from '#web/records/form/edit-form.tsx'
import type { RecordFormProps } from '#web/records/form/record-form.tsx'
import { AddButton } from './add-button.tsx'
import { ListPage } from './list-page.tsx'
import { pageAddress } from '#web/records/page/page-address.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { useUrlAction, useUrlRecord } from './use-url-action.ts'
import { useList } from './use-list.ts'
import { useRowKeys } from './use-row-keys.ts'

const DeleteRecord = onDemand(
  async () => (await import('#web/records/delete/delete-record.tsx')).DeleteRecord,
)

const PlainForm = onDemand<RecordFormProps>(
  async () => (await import('#web/records/form/record-form.tsx')).RecordForm,
)

type RecordsPageProps = {
  entity: Entity
  /** Before Edit and Delete. */
  rowActions?: (record: AnyRecord) => RowAction[]
  /** Other ways to a new record, in a menu beside Add. */
  moreWays?: RowAction[]
  /** Offered by an empty list, beside the first record. */
  firstStep?: ReactNode
  /** Replaces the plain form. */
  Form?: ComponentType<RecordFormProps>
  /** Further dialogs of the screen. */
  children?: ReactNode
}

type OpenDialog = { form: 'add' } | { form: 'edit' | 'delete'; record: AnyRecord }

/** The screen of an entity, derived from its declaration (SPEC A2). Buttons that the user can't use are left out (SPEC C82). */
export function RecordsPage(props: RecordsPageProps) {
  const { entity, rowActions, Form = PlainForm, children } = props
  const list = useList(entity)
  const mayChange = useMayChange(entity.name)
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenDialog>()
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => setOpened({ form: 'add' })
  const close = () => setOpened(undefined)
  // A new function would render every row again.
  const actions = useCallback(
    (record: AnyRecord): RowAction[] => [
      ...(rowActions?.(record) ?? []),
      ...(mayChange ? changeActions(entity, record, setOpened) : []),
    ],
    [entity, rowActions, mayChange],
  )
  const edit = (record: AnyRecord) => setOpened({ form: 'edit', record })
  const open = (id: number) => void navigate(pageAddress(entity.name, id))
  useUrlAction('add', () => mayChange && add())
  useUrlRecord(entity, 'edit', (record) => (mayChange ? edit(record) : open(record.id)))
  useRowKeys({
    onOpen: open,
    ...(mayChange && {
      onAdd: add,
      onEdit(id) {
        const record = list.rows?.find((row) => row.id === id)
        if (record) edit(record)
      },
    }),
  })

  return (
    <ListPage
      list={list}
      selectable={mayChange}
      actions={
        <>
          <TransferButtons entity={entity} query={list.query} />
          {mayChange && (
            <AddButton
              ref={addButton}
              singular={entity.singular}
              moreWays={props.moreWays}
              onAdd={add}
            />
          )}
        </>
      }
      firstStep={
        mayChange && (
          <div className="grid justify-items-center gap-4">
            <Button variant="secondary" onClick={add}>
              Add your first {entity.singular.toLowerCase()}
            </Button>
            {props.firstStep}
          </div>
        )
      }
      rowActions={actions}
    >
      {opened?.form === 'add' && <Form entity={entity} onClose={close} />}
      {opened?.form === 'edit' && (
        <EditForm entity={entity} record={opened.record} Form={Form} onClose={close} />
      )}
      {opened?.form === 'delete' && (
        <DeleteRecord
          entity={entity}
          record={opened.record}
          onClose={close}
          onGone={() => {
            list.selection.put([opened.record.id], false)
            restoreFocus(addButton.current, 'tbody, ul')
          }}
        />
      )}
      {children}
    </ListPage>
  )
}

function changeActions(
  entity: Entity,
  record: AnyRecord,
  open: (opened: OpenDialog) => void,
): RowAction[] {
  const name = recordLabel(entity, record)
  return [
    {
      text: 'Edit',
      label: `Edit ${name}`,
      Icon: Pencil,
      onClick: () => open({ form: 'edit', record }),
    },
    {
      text: 'Delete',
      label: `Delete ${name}`,
      Icon: Trash2,
      onClick: () => open({ form: 'delete', record }),
    },
  ]
}
