import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import type { EntityName } from '#core/fields/field.ts'
import {
  detailColumn,
  findReference,
  isPaper,
  type Found,
  type FoundPaper,
  type FoundRecord,
  type PaperName,
} from '#core/search/search.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { useEntity } from '#web/api/may.tsx'
import { cellText, recordLabel } from '#web/records/format.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { useDestinations } from '#web/ui/screens.ts'
import type { Command as Chosen } from './commands.ts'

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11'

export function CommandItem(props: { command: Chosen; onChoose: (command: Chosen) => void }) {
  const { command, onChoose } = props
  return (
    <Command.Item
      value={command.accountId ?? command.title}
      onSelect={() => onChoose(command)}
      className={ITEM}
    >
      <command.Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {command.title}
    </Command.Item>
  )
}

type FoundItemProps = { found: Found; typed: string; onGo: (to: string) => void }

/** A record or a paper that was found. Choosing it opens its page. */
export function FoundItem({ found, ...props }: FoundItemProps) {
  if (isPaper(found)) return <PaperItem {...found} {...props} />
  return <RecordItem name={found.entity} record={found.record} {...props} />
}

type RecordItemProps = Omit<FoundItemProps, 'found'> & {
  name: EntityName
  record: FoundRecord['record']
}

/** A record with its detail column, or with the reference by which it was found. */
function RecordItem({ name, record, typed, onGo }: RecordItemProps) {
  const entity = useEntity(name)
  const column = detailColumn(entity)
  return (
    <HitItem
      list={`/${name}`}
      address={pageAddress(name, record.id)}
      singular={entity.singular}
      label={recordLabel(entity, record)}
      detail={findReference(entity, record, typed) ?? (column && cellText(entity, column, record))}
      onGo={onGo}
    />
  )
}

const PAGES: Record<PaperName, { list: string; page: (id: number) => string }> = {
  invoices: { list: '/invoices', page: (id) => pageAddress('invoices', id) },
  statements: { list: '/settlements/statements', page: statementAddress },
  payments: { list: '/payments', page: (id) => `/payments?open=${id}` },
  receipts: { list: '/receipts', page: (id) => pageAddress('receipts', id) },
}

/** An invoice, statement, payment or receipt. */
function PaperItem({ entity, record, onGo }: FoundPaper & Omit<FoundItemProps, 'found'>) {
  const { list, page } = PAGES[entity]
  return (
    <HitItem
      key={record.id}
      list={list}
      address={page(record.id)}
      label={record.name}
      detail={record.detail}
      onGo={onGo}
    />
  )
}

type HitItemProps = Pick<FoundItemProps, 'onGo'> & {
  /** The path of its list, whose icon is shown. */
  list: string
  address: string
  /** Read out before the label, where the label does not say it. */
  singular?: string
  label: string
  detail: string | undefined
}

function HitItem({ list, address, singular, label, detail, onGo }: HitItemProps) {
  const Icon = useDestinations().find(({ path }) => path === list)?.icon
  return (
    <Command.Item value={address} onSelect={() => onGo(address)} className={ITEM}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 font-medium wrap-anywhere">
        {singular && <span className="sr-only">{singular} </span>}
        {label}
      </span>
      <span className="ml-auto max-w-1/2 shrink-0 truncate text-xs text-muted">{detail}</span>
    </Command.Item>
  )
}

type GroupProps = { heading: string; hidden: boolean; children: ReactNode }

export function Group({ heading, hidden, children }: GroupProps) {
  if (hidden) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}
