import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import type { Permission } from '#core/team/roles.ts'
import { useMay } from '#web/api/may.tsx'
import { nameRow, RowForms, type OpenedRow } from '#web/records/form/row-forms.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddButton } from './add-button.tsx'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useUrlAction } from './use-url-action.ts'

type RowsPageProps = {
  list: { listing: Listing; changedBy: Permission }
  /** The page that a row opens. Without it, a row opens its form. Pass the same function in each render. */
  pageOf?: (record: Pick<AnyRecord, 'id'>) => string
  /** Below the list. */
  children?: ReactNode
}

/** The screen of a list that is declared with `listedRows`. */
export function RowsPage({ list: { listing, changedBy }, pageOf, children }: RowsPageProps) {
  const list = useList(listing)
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedRow>()
  const mayChange = useMay(changedBy)
  const add = () => setOpened({ form: 'add' })
  const edit = (id: number) => {
    const record = list.rows?.find((row) => row.id === id)
    if (record && mayChange) setOpened({ form: 'edit', record })
  }
  useUrlAction('add', () => mayChange && add())
  const open = (id: number) => (pageOf ? void navigate(pageOf({ id })) : edit(id))
  useRowKeys({ onOpen: open, ...(mayChange && { onAdd: add, onEdit: edit }) })
  const rowActions = useCallback(
    (record: AnyRecord): RowAction[] => [
      ...(pageOf ? [openAction(listing, record, pageOf(record))] : []),
      ...(mayChange ? changeActions(listing, record, setOpened) : []),
    ],
    [listing, mayChange, pageOf],
  )
  return (
    <ListPage
      list={list}
      actions={
        <>
          <ExportLink name={listing.name} query={list.query} />
          {mayChange && <AddButton singular={listing.singular} onAdd={add} />}
        </>
      }
      firstStep={
        mayChange && (
          <Button variant="secondary" onClick={add}>
            Add your first {listing.singular.toLowerCase()}
          </Button>
        )
      }
      rowActions={rowActions}
    >
      {children}
      <RowForms {...{ listing, opened }} onOpen={setOpened} />
    </ListPage>
  )
}

function openAction(listing: Listing, record: AnyRecord, to: string): RowAction {
  return { text: 'Open', label: `Open ${nameRow(listing, record)}`, Icon: Eye, to }
}

function changeActions(
  listing: Listing,
  record: AnyRecord,
  open: (opened: OpenedRow) => void,
): RowAction[] {
  const name = nameRow(listing, record)
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
