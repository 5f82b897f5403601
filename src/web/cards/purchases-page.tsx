import {
  CircleSlash,
  GitCompareArrows,
  Pencil,
  ScrollText,
  Truck,
  Undo2,
  Upload,
} from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { namePurchase } from '#core/cards/decide.ts'
import { cardPurchases } from '#core/cards/purchase-list.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { MAIN_LINK_BUTTON } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { FiguresDialog } from './figures-dialog.tsx'
import { LookAgain } from './look-again.tsx'

type Opened = { dialog: 'decide' | 'figures'; purchase: AnyRecord }

/** What fuel and toll cards bought. A row opens what a person decides about it (SPEC C565, C566). */
export function PurchasesPage() {
  const list = useList(cardPurchases)
  const mayChange = useMay('payroll')
  const [opened, setOpened] = useState<Opened>()
  const { run: putBack } = useAction({
    send: ({ id }: AnyRecord) => request('POST', `/api/${cardPurchases.name}/${id}/put-back`),
    done: 'Card purchase is charged again',
    failed: 'Failed to put back',
  })
  const open = (id: number) => {
    const purchase = list.rows?.find((row) => row.id === id)
    if (purchase && mayChange) setOpened({ dialog: dialogOf(purchase), purchase })
  }
  useRowKeys({ onOpen: open, ...(mayChange && { onEdit: open }) })
  useUrlAction('id', (id) => {
    if (!/^\d{1,15}$/.test(id)) return
    const query = `id.from=${id}&id.to=${id}`
    request<AnyRecord[]>('GET', `/api/${cardPurchases.name}?${query}`).then(
      ([purchase]) => purchase && setOpened({ dialog: dialogOf(purchase), purchase }),
      (error: Error) => toastFailure("Couldn't open this purchase", error.message),
    )
  })
  const rowActions = useCallback(
    (purchase: AnyRecord): RowAction[] => [
      ...listSettlement(purchase),
      ...(mayChange && purchase.pile === 'off'
        ? [toPutBack(purchase, () => putBack(purchase))]
        : []),
      ...(mayChange
        ? [toAction(purchase, () => setOpened({ dialog: dialogOf(purchase), purchase }))]
        : []),
    ],
    [mayChange, putBack],
  )
  const close = () => setOpened(undefined)
  return (
    <ListPage
      list={list}
      title="Fuel & Tolls"
      actions={
        <>
          {mayChange && <LookAgain />}
          <ExportLink name={cardPurchases.name} query={list.query} />
          <ImportLink />
        </>
      }
      rowActions={rowActions}
      firstStep={<ImportLink />}
    >
      {opened?.dialog === 'decide' && (
        <DecideDialog key={opened.purchase.id} purchase={opened.purchase} onClose={close} />
      )}
      {opened?.dialog === 'figures' && (
        <FiguresDialog key={opened.purchase.id} purchase={opened.purchase} onClose={close} />
      )}
    </ListPage>
  )
}

function dialogOf({ pile }: AnyRecord): Opened['dialog'] {
  return pile === 'conflict' ? 'figures' : 'decide'
}

function toAction(purchase: AnyRecord, onClick: () => void): RowAction {
  const name = namePurchase(purchase)
  const shown = {
    waiting: { text: 'Whose Truck?', Icon: Truck },
    conflict: { text: 'Compare', Icon: GitCompareArrows },
    ignored: { text: 'Change', Icon: CircleSlash },
    ready: { text: 'Change', Icon: Pencil },
  }[String(purchase.pile)] ?? { text: 'Change', Icon: Pencil }
  return { ...shown, label: `${shown.text} ${name}`, onClick }
}

/** The settlement that charges it (SPEC C577). */
function listSettlement(purchase: AnyRecord): RowAction[] {
  if (typeof purchase.billingId !== 'number') return []
  const [text, label] = ['Open Settlement', `Open the settlement of ${namePurchase(purchase)}`]
  return [{ text, label, Icon: ScrollText, to: statementAddress(purchase.billingId) }]
}

function toPutBack(purchase: AnyRecord, onClick: () => void): RowAction {
  return { text: 'Put Back', label: `Put Back ${namePurchase(purchase)}`, Icon: Undo2, onClick }
}

function ImportLink() {
  const [mayImport, mayChange] = [useMay('import'), useMay('payroll')]
  if (!mayImport || !mayChange) return null
  return (
    <Link className={MAIN_LINK_BUTTON} to="/fuel-and-tolls/import">
      <Upload aria-hidden className="size-4" />
      Import Card File
    </Link>
  )
}
