import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { FilledLoad } from '#core/confirmations/fill-load.ts'
import type { KnownBroker } from '#core/confirmations/match-broker.ts'
import type { Read, Reading } from '#core/confirmations/reading.ts'
import { ChargesBlock } from '#web/charges/charges-block.tsx'
import { RevenueField } from '#web/charges/revenue-field.tsx'
import type { ChargesForm } from '#web/charges/use-charges-form.ts'
import { fieldsOn, TABS } from '#web/loads/load-tabs.ts'
import { useSuggestions } from '#web/loads/use-suggestions.ts'
import { useZipCodes } from '#web/loads/use-zip-codes.ts'
import type { CreateAction } from '#web/records/form/control.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { focusField } from '#web/ui/inputs/focus-field.ts'
import { type FieldChoices, listChoices } from './list-choices.ts'
import { NewBroker } from './new-broker.tsx'
import { startCharges } from './start-charges.ts'
import { findUnsure, goToUnsure } from './unsure-fields.ts'
import { useFilled, useKnownDriver, useKnownTrailer, useKnownTruck } from './use-known.ts'

type ConfirmationFieldsProps = {
  model: FieldsModel
  names: string[]
  filled: FilledLoad
  reading: Reading
  broker: KnownBroker | null
  create: Record<string, CreateAction>
  charges: ChargesForm
  /** Called when a field gets the focus. */
  onActive: (name: string) => void
  onAddBroker: () => void
}

/** All fields of the load, filled from the paper once it is read. The first unsure field gets the focus. */
export function ConfirmationFields(props: ConfirmationFieldsProps) {
  const { model, names, filled, reading, broker, create, charges, onActive, onAddBroker } = props
  const { form } = model
  const { dirtyFields } = form.formState
  const box = useRef<HTMLDivElement>(null)
  const [skipsSure, setSkipsSure] = useState(true)
  const suggestions = useSuggestions(model, true, 0)
  const hints: Record<string, string | undefined> = { ...useZipCodes(form), ...suggestions }
  const text = useWatch({ control: form.control })
  const choices = listChoices(reading)
  const { brokerName } = reading.fields

  // Keeps what the user typed before the scan was read.
  const fill = useEffectEvent(() => {
    // A copy, because setting a value changes `dirtyFields`.
    const typed = { ...dirtyFields }
    for (const [name, value] of Object.entries(filled.text)) {
      if (!typed[name]) form.setValue(name, value, { shouldDirty: true })
    }
    const start = 'revenue' in model.fields ? startCharges(reading) : undefined
    if (start && !charges.rows.length && !typed.revenue) charges.replaceAll(start)
    // The focus must not move while the user types in the form or can read a scan first.
    if (box.current?.closest('form')?.contains(document.activeElement)) return
    const [first] = findUnsure(names, form.getValues(), choices)
    // Runs after the dialog has focused its first control, and before the next key press.
    if (first) queueMicrotask(() => focusField(box.current, first))
  })
  const fillBroker = useEffectEvent(() => {
    if (!broker || form.getValues('brokerId')) return
    model.setLabel('brokerId', broker.companyName)
    form.setValue('brokerId', String(broker.id), { shouldDirty: true })
  })
  useEffect(() => fillBroker(), [broker?.id])
  useFilled(model, 'truckId', useKnownTruck(reading))
  useFilled(model, 'trailerId', useKnownTrailer(reading))
  useFilled(model, 'driverId', useKnownDriver(reading))
  useEffect(() => fill(), [reading])

  return (
    <div
      ref={box}
      className="grid gap-4"
      onKeyDown={(event) => {
        if (skipsSure) goToUnsure(event, { names, form, choices })
      }}
    >
      <CheckLine
        label="Tab goes only to fields that are empty or unsure"
        checked={skipsSure}
        onChange={setSkipsSure}
      />
      {TABS.map((tab) => (
        <fieldset key={tab} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm font-semibold">{tab}</legend>
          {fieldsOn(tab, names).map((name) => (
            <ConfirmationField
              key={name}
              control={
                name === 'revenue' && charges.rows.length > 0 ? (
                  <RevenueField {...{ model, charges }} />
                ) : undefined
              }
              {...{ name, model }}
              create={create[name]}
              hint={hints[name]}
              source={text[name] === filled.text[name] ? filled.sources[name] : undefined}
              choices={choices[name]}
              onActive={() => onActive(name === 'brokerId' ? 'brokerName' : name)}
            >
              {name === 'brokerId' && text.brokerId === '' && !broker && brokerName && (
                <NewBroker name={brokerName.value} onAdd={onAddBroker} />
              )}
            </ConfirmationField>
          ))}
          {tab === 'Financial' && (
            <div className="sm:col-span-2">
              <ChargesBlock charges={charges} />
            </div>
          )}
        </fieldset>
      ))}
    </div>
  )
}

type ConfirmationFieldProps = {
  name: string
  model: FieldsModel
  create: CreateAction | undefined
  hint: string | undefined
  /** Where the value is on the paper. Undefined once the user has changed it. */
  source: Read | undefined
  choices: FieldChoices | undefined
  onActive: () => void
  /** Shown instead of the field's usual input. */
  control?: ReactNode
  children?: ReactNode
}

/** A field of the load. It shows whether its value is from the paper, and offers the possible values if the paper is unclear. */
function ConfirmationField(props: ConfirmationFieldProps) {
  const { name, model, create, hint, source, choices, onActive, control, children } = props
  const { form, fields, labels } = model
  const field = fields[name]
  if (!field) return null
  return (
    <div
      onFocus={onActive}
      className={classes(
        'grid min-w-0 content-start gap-1 border-l-2 pl-2',
        field.control === 'lines' && 'sm:col-span-2',
        source ? 'border-accent' : choices ? 'border-waiting' : 'border-transparent',
      )}
    >
      {control ?? (
        <FieldControl
          name={name}
          field={field}
          control={form.control}
          hint={source ? `Page ${source.page + 1}: “${shorten(source.words)}”` : hint}
          link={{
            label: labels[name],
            onLabel: (label) => model.setLabel(name, label),
            create,
          }}
        />
      )}
      {choices && !source && (
        <div className="grid gap-1 pb-2">
          <p className="text-xs text-waiting">{choices.why}</p>
          <div className="flex flex-wrap gap-2">
            {choices.values.map(({ text, value }) => (
              <Button
                key={value}
                variant="secondary"
                size="sm"
                onClick={() =>
                  form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
                }
              >
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
      {children}
    </div>
  )
}

function shorten(words: string): string {
  return words.length > 40 ? `${words.slice(0, 39)}…` : words
}
