import { type ReactNode, useState } from 'react'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { listEndings, type SecretEndings } from '#core/entities/secret-endings.ts'
import type { EntityName } from '#core/fields/field.ts'
import { useVisible } from '#web/api/may.tsx'
import { revealRecord } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { formatField, NOT_AVAILABLE } from '#web/records/format.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { RecordLink } from './record-link.tsx'

/** A record's fields as text, in a grid as wide as the page. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-4">
      {children}
    </dl>
  )
}

type FactProps = {
  label: string
  /** Takes a phone's whole row, because it must not break: a VIN, an email address. */
  wide?: boolean
  children: ReactNode
}

export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={classes('min-w-0', wide && 'max-sm:col-span-2')}>
      <dt className="text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

type RecordFactsProps = { entity: Listing; record: AnyRecord; names: readonly string[] }

/** `names`: the fields in order. Hidden fields are left out; a secret shows only its last four characters. */
export function RecordFacts({ entity: declared, record, names }: RecordFactsProps) {
  const entity = useVisible(declared)
  const shown = names.filter((name) => entity.fields[name])
  return shown.map((name) => (
    <Fact
      key={name}
      label={entity.fields[name]?.label ?? name}
      wide={hasLongWord(String(record[name] ?? ''))}
    >
      <FieldValue entity={entity} record={record} name={name} />
    </Fact>
  ))
}

/** As long as a VIN: half the width of a phone would break it. */
const LONG_WORD = 17

function hasLongWord(text: string): boolean {
  return text.split(/\s+/).some((word) => word.length >= LONG_WORD)
}

type FieldValueProps = Omit<RecordFactsProps, 'names'> & { name: string }

function FieldValue({ entity, record, name }: FieldValueProps): ReactNode {
  const field = entity.fields[name]
  const value = record[name]
  if (!field) return null
  if (field.secret)
    return <SecretFact key={record.version} {...{ entity, record, name }} label={field.label} />
  const text = formatField(name, field, record)
  if (field.options?.some((option) => 'tone' in option))
    return <StatusBadge status={String(value ?? '')} options={field.options} />
  if (field.to && typeof value === 'number') return linked(field.to, value, text)
  // A page has one form of an empty value; lists and a load's details say "N/A" (SPEC A2).
  if (text === '' || (text === NOT_AVAILABLE && isBlank(value)))
    return <span className="text-muted">–</span>
  if (field.control === 'email' || field.control === 'emails') return toContact('mailto', text)
  if (field.control === 'phone') return toContact('tel', text)
  return text
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function linked(to: EntityName, id: number, text: string): ReactNode {
  return (
    <RecordLink to={to} id={id}>
      {text}
    </RecordLink>
  )
}

function toContact(scheme: 'mailto' | 'tel', text: string): ReactNode {
  const target = text.replaceAll(scheme === 'tel' ? /[^\d+]/g : / /g, '')
  return (
    <a className="hit-area text-accent-strong underline" href={`${scheme}:${target}`}>
      {text}
    </a>
  )
}

type SecretFactProps = { entity: Listing; record: AnyRecord; name: string; label: string }

/** The last four characters of bank details or a tax ID; the whole value on request, which the server logs (SPEC C73). */
function SecretFact({ entity, record, name, label }: SecretFactProps) {
  const [shown, setShown] = useState<string>()
  const isKnown = record[name] !== undefined
  const { run: show, busy } = useAction({
    send: async () => (isKnown ? record : revealRecord(entity.name, record.id)),
    failed: `Couldn't show the ${label.toLowerCase()}`,
    onDone: (complete) => setShown(String(complete[name] ?? '')),
    refetch: 'nothing',
  })
  const endings = isKnown
    ? listEndings(entity.fields, record)
    : (record.endings as SecretEndings | undefined)
  const ending = endings?.[name] ?? null
  if (ending === null) return <span className="text-muted">–</span>
  const isShown = shown !== undefined
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span>{shown ?? (ending === '' ? 'On file' : `Ends in ${ending}`)}</span>
      <button
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
        aria-disabled={busy}
        className="hit-area text-accent-strong underline"
        onClick={() => (isShown ? setShown(undefined) : show())}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </span>
  )
}
