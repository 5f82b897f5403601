import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { formatNamedDay, readTypedDay } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { pluralize } from '#core/pluralize.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { describeUnusualDays } from '#core/transfer/unusual-days.ts'
import { request } from '#web/api/client.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'
import { today } from '#web/api/today.ts'
import { ChargesBlock } from '#web/charges/charges-block.tsx'
import { RevenueField } from '#web/charges/revenue-field.tsx'
import { useChargesForm } from '#web/charges/use-charges-form.ts'
import { LoadCredit } from '#web/receivables/load-credit.tsx'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { type RecordFormProps, useLinkedForm } from '#web/records/form/record-form.tsx'
import { type FieldsModel, useRecordForm } from '#web/records/form/use-record-form.ts'
import { focusField } from '#web/ui/inputs/focus-field.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { isPressed } from '#web/ui/shortcuts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { fieldsOn, findNeighbor, findTab, type Tab, TABS } from './load-tabs.ts'
import { FormRate } from './load-rates.tsx'
import { addHeading, type PastedRow, readPastedCells, readPastedRow } from './paste-row.ts'
import { quickBroker } from './quick-broker.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useZipCodes } from './use-zip-codes.ts'

/** A load's form in three tabs. A save opens the first tab with an error (SPEC A2). */
export function LoadForm({ entity, record, start, onClose, onSaved }: RecordFormProps) {
  const model = useRecordForm(entity, record, start)
  const [tab, setTab] = useState<Tab>('General')
  const { create, linkedForm } = useLinkedForm(model, { brokers: quickBroker })
  const [round, setRound] = useState(0)
  const suggestions = useSuggestions(model, record === undefined, round)
  const unusual = useUnusualValues(model.form)
  const hints = { ...useZipCodes(model.form), ...suggestions, ...unusual }
  const pasteRow = usePasteRow(entity, model)
  const names = Object.keys(model.fields)
  const charges = useChargesForm({
    form: model.form,
    load: model.base ?? null,
    copyOf: start?.copyOf ?? null,
    reveal: () => show('Financial'),
  })
  const replace = { revenue: <RevenueField model={model} charges={charges} /> }
  const invalidTabs = Object.keys(model.form.formState.errors).map(findTab)

  const findFirst = (onTab: Tab) => fieldsOn(onTab, names)[0] ?? ''
  /** Synchronous, because a field on a hidden tab cannot take the focus. */
  const show = (next: Tab) => flushSync(() => setTab(next))

  function changeTabByKeys(event: KeyboardEvent) {
    const step = isPressed('nextTab', event) ? 1 : isPressed('previousTab', event) ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = findNeighbor(tab, step)
    if (!next) return
    show(next)
    focusField(event.currentTarget, findFirst(next))
  }

  return (
    <>
      <RecordDialog
        wide
        entity={entity}
        model={model}
        parts={charges.parts}
        names={TABS.flatMap((name) => fieldsOn(name, names))}
        reveal={(name) => show(findTab(name))}
        notice={
          <>
            <LoadCredit model={model} />
            <FormRate model={model} charges={charges} />
          </>
        }
        onClose={onClose}
        onSaved={onSaved}
        onAnother={() => {
          setRound(round + 1)
          show('General')
          model.form.setFocus(findFirst('General'))
        }}
      >
        <Tabs
          onKeyDown={changeTabByKeys}
          onPaste={record === undefined ? pasteRow : undefined}
          value={tab}
          onChange={(value) => setTab(value as Tab)}
          tabs={TABS.map((name) => ({
            value: name,
            label: name,
            marked: invalidTabs.includes(name),
            // As tall as the tallest tab: the tabs must not move under the mouse.
            content: (
              <div className="sm:min-h-120">
                <FieldGrid
                  model={model}
                  names={fieldsOn(name, names)}
                  create={create}
                  hints={hints}
                  replace={replace}
                />
                {name === 'Financial' && <ChargesBlock charges={charges} />}
              </div>
            ),
          }))}
        />
      </RecordDialog>
      {linkedForm}
    </>
  )
}

/** Hints at the days and drivers of a load that are probably typed wrong, by field (SPEC C436). */
function useUnusualValues(form: FieldsModel['form']): Record<string, string> {
  const [pickupDate, deliveryDate, driverId, driver2Id] = useWatch({
    control: form.control,
    name: ['pickupDate', 'deliveryDate', 'driverId', 'driver2Id'],
  })
  const isTwice = driverId && driverId === driver2Id
  return {
    ...describeUnusualDays({ pickupDate, deliveryDate }, today()),
    ...(isTwice ? { driver2Id: 'The same driver twice' } : {}),
  }
}

/** The column titles of the last row that was pasted with its heading. */
const HEADING = 'pasted-heading'

/** Fills a new record's form from a row of a spreadsheet. Typed values are never replaced (SPEC C61). */
function usePasteRow(entity: Entity, { form, fields, setLabel }: FieldsModel) {
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
