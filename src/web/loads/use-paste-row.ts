import type { ClipboardEvent } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { pluralize } from '#core/pluralize.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'
import { request } from '#web/api/client.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { addHeading, readPastedRow, type PastedRow } from './paste-row.ts'

/** The column titles of the last row that was pasted with its heading. */
const HEADING = 'pasted-heading'

/** Fills a new record's form from a row of a spreadsheet. Typed values are never replaced (SPEC C61). */
export function usePasteRow(entity: Entity, { form, fields, setLabel }: FieldsModel) {
  async function paste(pasted: string) {
    const text = addHeading(pasted, readOwn(HEADING) || null)
    if (text === null) {
      const how =
        'Copy the row with its column titles the first time. After that, copy only the row.'
      toastFailure('Nothing was pasted', how)
      return
    }
    try {
      const body = new Blob([text], { type: 'text/csv' })
      const path = `/api/${entity.name}/import/check?existing=skip`
      const checked = await request<ImportCheck>('POST', path, { body })
      storeOwn(HEADING, checked.titles.join('\t'))
      await fill(readPastedRow(entity, checked), checked.rows)
    } catch (error) {
      toastFailure('Nothing was pasted', error instanceof Error ? error.message : undefined)
    }
  }

  async function fill({ text, links, problems, leftOut }: PastedRow, rows: number) {
    const kept: string[] = []
    const found = await Promise.all(
      links.map(async (link) => ({ ...link, id: await findId(link) })),
    )
    for (const { name, label, id } of found) {
      if (id === null) problems[name] = `${fields[name]?.label} “${label}” was not found`
      else if (set(name, String(id))) setLabel(name, label)
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
      rows > 1 && 'Only the first row was pasted; use Import CSV for many.',
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

/** The ID of the record with this label; null if no record or several records have it. */
async function findId({ to, label }: PastedRow['links'][number]): Promise<number | null> {
  const entity = getEntity(to)
  const query = new URLSearchParams({ search: label, limit: '50', counted: 'no' })
  const found = await request<AnyRecord[]>('GET', `/api/${to}?${query}`)
  const matches = found.filter(
    (record) => String(record[entity.label]).toLowerCase() === label.toLowerCase(),
  )
  return matches.length === 1 ? (matches[0]?.id ?? null) : null
}
