import type { ReactNode } from 'react'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { useVisible } from '#web/api/may.tsx'
import { formatField } from '#web/records/format.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { RecordLink } from './record-link.tsx'
import { SecretFact } from './secret-fact.tsx'

/** A record's fields as text, in a grid as wide as the page. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-4">
      {children}
    </dl>
  )
}

type FactProps = { label: string; children: ReactNode }

export function Fact({ label, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

type RecordFactsProps = { entity: Entity; record: AnyRecord; names: readonly string[] }

/** `names`: the fields in order. Hidden fields are left out; a secret shows only its last four characters. */
export function RecordFacts({ entity: declared, record, names }: RecordFactsProps) {
  const entity = useVisible(declared)
  const shown = names.filter((name) => entity.fields[name])
  return shown.map((name) => (
    <Fact key={name} label={entity.fields[name]?.label ?? name}>
      <FieldValue entity={entity} record={record} name={name} />
    </Fact>
  ))
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
    return <StatusBadge status={String(value ?? '')} />
  if (field.to && typeof value === 'number') return linked(field.to, value, text)
  if (text === '') return <span className="text-muted">–</span>
  if (field.control === 'email' || field.control === 'emails') return toContact('mailto', text)
  if (field.control === 'phone') return toContact('tel', text)
  return text
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
