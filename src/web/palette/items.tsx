import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import type { EntityName } from '#core/fields/field.ts'
import { detailColumn, findReference, type Found } from '#core/search/search.ts'
import { useEntity } from '#web/api/may.tsx'
import { cellText, recordLabel } from '#web/records/format.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { DESTINATIONS } from '#web/ui/navigation.ts'
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

/** A record or an invoice that was found. Choosing it opens its page. */
export function FoundItem({ found, ...props }: FoundItemProps) {
  const { entity, record } = found
  if (entity === 'invoices') return <InvoiceItem record={record} {...props} />
  return <RecordItem name={entity} record={record} {...props} />
}

type RecordItemProps = Omit<FoundItemProps, 'found'> & {
  name: EntityName
  record: Found['record']
}

/** A record with its detail column, or with the reference by which it was found. */
function RecordItem({ name, record, typed, onGo }: RecordItemProps) {
  const entity = useEntity(name)
  const column = detailColumn(entity)
  return (
    <HitItem
      list={name}
      id={record.id}
      singular={entity.singular}
      label={recordLabel(entity, record)}
      detail={findReference(entity, record, typed) ?? (column && cellText(entity, column, record))}
      onGo={onGo}
    />
  )
}

/** An invoice or credit note by its number, with the broker. */
function InvoiceItem({ record, onGo }: Omit<RecordItemProps, 'name'>) {
  return (
    <HitItem
      list="invoices"
      id={record.id}
      singular={record.kind === 'invoice' ? 'Invoice' : 'Credit Note'}
      label={String(record.number)}
      detail={String(record.brokerName)}
      onGo={onGo}
    />
  )
}

type HitItemProps = Pick<FoundItemProps, 'onGo'> & {
  /** The path of its list, without the slash. */
  list: string
  id: number
  singular: string
  label: string
  detail: string | undefined
}

function HitItem({ list, id, singular, label, detail, onGo }: HitItemProps) {
  const Icon = DESTINATIONS.find(({ path }) => path === `/${list}`)?.icon
  return (
    <Command.Item
      value={`${list} ${id}`}
      onSelect={() => onGo(pageAddress(list, id))}
      className={ITEM}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 font-medium wrap-anywhere">
        <span className="sr-only">{singular} </span>
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
