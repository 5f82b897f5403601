import type { ClipboardEvent } from 'react'
import { formatNamedDay, readTypedDay } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { pluralize } from '#core/pluralize.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'
import { request } from '#web/api/client.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { addHeading, readPastedCells, readPastedRow, type PastedRow } from './paste-row.ts'

/** The column titles of the last row that was pasted with its heading. */
const HEADING = 'pasted-heading'

/** Fills a new record's form from a row of a spreadsheet. Typed values are never replaced (SPEC C61). */
export function usePasteRow(entity: Entity, { form, fields, setLabel }: FieldsModel) {
  async function paste(pasted: string) {
    const remembered = readOwn(HEADING)?.split('\t') ?? null
    const file = addHeading(readPastedCells(pasted), remembered)
    if (file === null) return toastFailure('Nothing was pasted', COPY_TITLES)
    try {
      const body = new Blob([file.text], { type: 'text/csv' })
      const path = `/api/${entity.name}/import/check?existing=skip`
      const checked = await request<ImportCheck>('POST', path, { body })
      const isHeading = checked.columns.some((name) => name !== null)
      if (!isHeading) return toastFailure('Nothing was pasted', COPY_TITLES)
      if (file.isOwn)
        storeOwn(HEADING, file.titles.map((title) => title.replaceAll(/\s+/g, ' ')).join('\t'))
      await fill(readPastedRow(entity, checked), checked)
    } catch (error) {
      toastFailure('Nothing was pasted', error instanceof Error ? error.message : undefined)
    }
  }

  async function fill({ text, links, problems, leftOut }: PastedRow, checked: ImportCheck) {
    const { rows, days } = checked
    const kept: string[] = []
    const found = await Promise.all(
      links.map(async (link) => ({ ...link, ...(await findRecord(link, checked)) })),
    )
    for (const { name, to, label, own, id } of found) {
      if (id === null) {
        const isIt = listSuggested(checked, to, label)
        problems[name] = `${fields[name]?.label} “${label}” was not found${isIt}`
      } else if (set(name, String(id))) setLabel(name, own)
    }
    for (const [name, value] of Object.entries(text)) set(name, value)
    for (const [name, message] of Object.entries(problems)) {
      form.setError(name, { type: 'pasted', message })
    }

    function set(name: string, value: string): boolean {
      const current = form.getValues(name)
      const isFree = current === form.formState.defaultValues?.[name] || current === value
      if (isFree) form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
      else kept.push(fields[name]?.label ?? name)
      return isFree
    }

    const count = Object.keys(text).length + found.filter(({ id }) => id !== null).length
    const notes = [
      kept.length && `Kept what you typed: ${kept.join(', ')}.`,
      leftOut.length && `Left out: ${leftOut.join(', ')}.`,
      days.example &&
        `${days.example} was read as ${formatNamedDay(readTypedDay(days.example, days.order) ?? '')}.`,
      rows > 1 && 'Only the first row was pasted; use Import File for many.',
    ]
    toast(
      `Row pasted: ${pluralize(count - kept.length, 'field')}`,
      notes.filter(Boolean).join(' ') || undefined,
    )
  }

  /** A tab distinguishes a row of a spreadsheet from a word. A text area accepts its text unchanged. */
  return (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!pasted.trim().includes('\t') || event.target instanceof HTMLTextAreaElement) return
    event.preventDefault()
    void paste(pasted)
  }
}

const COPY_TITLES =
  'Copy the row with its column titles the first time. After that, copy only the row.'

type Link = PastedRow['links'][number]

/** " Is it 007?" if a stored record is probably meant (SPEC C435). */
function listSuggested({ missing }: ImportCheck, to: EntityName, label: string): string {
  const names = missing.find(({ entity }) => entity === to)?.suggested ?? []
  const suggested = names.find(({ name }) => name === label)
  return suggested ? `. Is it ${suggested.label}?` : ''
}

/** The record with this name, or the one that the account's files mean by it; the ID is null if there is none, or several. */
async function findRecord(link: Link, { sameNames }: ImportCheck) {
  const { to, label } = link
  const same = sameNames.find(({ entity, name }) => entity === to && name === label)
  return same ? { id: same.id, own: same.label } : { id: await findId(link), own: label }
}

/** The ID of the record with this label; null if no record or several records have it. */
async function findId({ to, label }: Link): Promise<number | null> {
  const entity = getEntity(to)
  const query = new URLSearchParams({ search: label, limit: '50', counted: 'no' })
  const found = await request<AnyRecord[]>('GET', `/api/${to}?${query}`)
  const matches = found.filter(
    (record) => String(record[entity.label]).toLowerCase() === label.toLowerCase(),
  )
  return matches.length === 1 ? (matches[0]?.id ?? null) : null
}
