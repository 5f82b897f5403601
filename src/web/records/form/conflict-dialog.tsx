import { useId, useState } from 'react'
import { formValues } from '#core/entities/entity.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { parseDecimal } from '#core/money.ts'
import { formatField } from '#web/records/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { FormText } from './form-text.ts'
import type { FormRecord, Labels } from './use-record-form.ts'
import { listDifferences, type PartsChoice, type Version } from './versions.ts'

type ConflictDialogProps = {
  fields: Fields
  /** The values of the record as it was opened. */
  start: FormText | undefined
  /** The values that this user tried to save. */
  edited: FormText
  /** The labels of the records that `edited` links to. */
  labels?: Labels
  /** The stored record, with the other save's changes. */
  current: FormRecord
  /** The choice between two versions of what is saved with the record, such as a load's charges. */
  parts?: PartsChoice | null
  /** Whether this browser also made the other save. */
  isOwn: boolean
  onReload: () => void
  onOverwrite: () => void
  /** Saves with the stored values of these fields, and one version of the parts. */
  onCombine: (saved: string[], parts: Version) => void
  onCancel: () => void
}

/** The record was saved meanwhile: shows the fields that differ and asks which versions to keep (SPEC B22). */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, start, edited, labels = {}, current, parts, isOwn } = props
  const { onReload, onOverwrite, onCombine, onCancel } = props
  const saved = formValues(fields, current)
  const differences = listDifferences(fields, { start, saved, edited })
  const [chosen, setChosen] = useState<Record<string, Version>>({})
  const choiceOf = ({ name, proposed }: (typeof differences)[number]) => chosen[name] ?? proposed

  const [partsVersion, setPartsVersion] = useState<Version>(parts?.proposed ?? 'saved')

  function combine() {
    const saved = differences.filter((one) => choiceOf(one) === 'saved')
    onCombine(
      saved.map(({ name }) => name),
      partsVersion,
    )
  }

  return (
    <Dialog
      open
      title="This record was changed"
      description={isOwn ? OWN_SAVE : OTHER_SAVE}
      onOpenChange={(open) => !open && onCancel()}
    >
      <div className="grid gap-2 text-sm">
        {differences.map((difference) => (
          <Choice
            key={difference.name}
            label={difference.field.label}
            saved={fieldText(difference.name, difference.field, current)}
            edited={fieldText(difference.name, difference.field, { ...edited, labels })}
            chosen={choiceOf(difference)}
            onChoose={(version) => setChosen({ ...chosen, [difference.name]: version })}
          />
        ))}
        {parts && (
          <Choice
            {...parts}
            isWhole
            warning={parts.lost}
            chosen={partsVersion}
            onChoose={setPartsVersion}
          />
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onReload}>
          Use saved version
        </Button>
        <Button variant="secondary" onClick={onOverwrite}>
          Keep my version
        </Button>
        <Button onClick={combine}>Save as chosen</Button>
      </div>
    </Dialog>
  )
}

const OTHER_SAVE = 'Someone saved it after you opened it. Your edits are still here.'
const OWN_SAVE =
  'You saved it yourself after you opened it here, in another tab or in an earlier attempt. Your edits are still here.'

type ChoiceProps = {
  label: string
  saved: string
  edited: string
  /** Shows long texts completely. */
  isWhole?: boolean
  warning?: string | null
  chosen: Version
  onChoose: (version: Version) => void
}

function Choice({ label, saved, edited, isWhole, warning, chosen, onChoose }: ChoiceProps) {
  const name = useId()
  const versions = [
    { version: 'saved', title: 'Saved version', text: saved },
    { version: 'edited', title: 'Your version', text: edited },
  ] as const
  return (
    <fieldset className="grid rounded-md border border-line px-3 pb-1">
      <legend className="px-1 font-medium">{label}</legend>
      {versions.map(({ version, title, text }) => (
        <label
          key={version}
          className="flex min-h-8 cursor-pointer items-start gap-2 py-1.5 pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={chosen === version}
            onChange={() => onChoose(version)}
          />
          <span className={classes('wrap-anywhere', !isWhole && 'line-clamp-4')}>
            <span className="text-muted">{title}: </span>
            {text || '–'}
          </span>
        </label>
      ))}
      {warning && <p className="pb-1.5 font-medium text-danger-ink">{warning}</p>}
    </fieldset>
  )
}

/** An unreadable amount is shown as typed. Empty text becomes null, which a reference shows as a missing link. */
function fieldText(
  name: string,
  field: Field,
  record: { [field: string]: unknown; labels?: Labels | undefined },
): string {
  const text = String(record[name] ?? '')
  if (field.control === 'money' && parseDecimal(text, field.places ?? 2) === null) return text
  const value = text === '' ? null : text
  return formatField(name, field, { [name]: value, labels: record.labels ?? {} })
}
