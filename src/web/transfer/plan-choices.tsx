import type { DayOrder } from '#core/calendar.ts'
import { formatNamedDay, readNearestDay, readYearlessDay } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import { pluralize, pluralizeRecords } from '#core/pluralize.ts'
import { foldWord } from '#core/transfer/choices.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import type { ImportCheck, MissingRecords } from '#core/transfer/import.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { today } from '#web/api/today.ts'
import type { ImportChoices } from './import-choices.ts'
import { DayOrderChoice } from './day-order-choice.tsx'
import { PastLoads } from './past-loads.tsx'
import { AmberNotice } from './plan-notices.tsx'
import { RadioChoice } from './radio-choice.tsx'
import { SameRecords } from './same-records.tsx'

type PlanChoicesProps = {
  entity: ImportList
  result: ImportCheck
  choices: ImportChoices
  onChoose: (choices: Partial<ImportChoices>) => void
}

/** Asks what to do with missing records, stored records and unmatched words (SPEC C58, C59). */
export function PlanChoices(props: PlanChoicesProps) {
  const { entity, result, choices, onChoose } = props
  const { changed, same, skipped } = result.counts
  return (
    <>
      <FileStyle result={result} choices={choices} onChoose={onChoose} />
      <SameRecords result={result} choices={choices} onChoose={onChoose} />
      {result.missing.map((missing) => (
        <CreateMissing
          key={missing.entity}
          missing={missing}
          checked={choices.create.includes(missing.entity)}
          onChange={(checked) => {
            const others = choices.create.filter((name) => name !== missing.entity)
            onChoose({ create: checked ? [...others, missing.entity] : others })
          }}
        />
      ))}
      {changed + same + skipped > 0 && (
        <ExistingChoice
          entity={entity}
          count={changed + same + skipped}
          chosen={choices.existing}
          onChoose={(existing) => onChoose({ existing })}
        />
      )}
      {result.past && <PastLoads past={result.past} choices={choices} onChoose={onChoose} />}
      <ValueMeanings {...props} />
    </>
  )
}

type CreateMissingProps = {
  missing: MissingRecords
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Offers to create the missing records. A broker needs only a name; the user must fill in more fields of the others later. */
function CreateMissing({ missing, checked, onChange }: CreateMissingProps) {
  const entity = getEntity(missing.entity)
  const suggested = new Set(missing.suggested.map(({ name }) => name))
  const names = missing.names.filter((name) => !suggested.has(name))
  const count = missing.count - suggested.size
  const what = pluralizeRecords(entity, count)
  const [number, ...words] = what.split(' ')
  const more = count - names.length
  if (count === 0) return null
  return (
    <AmberNotice>
      <p>{`${what} in this file ${count === 1 ? 'is' : 'are'} not in Haulbook yet:`}</p>
      <p
        className="max-h-24 overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label={`Missing ${entity.title}`}
      >
        {names.join(', ')}
        {more > 0 && `, and ${more.toLocaleString('en-US')} more`}
      </p>
      <CheckLine
        label={`Create the ${number} missing ${words.join(' ')}`}
        checked={checked}
        onChange={onChange}
      />
      {checked && missing.entity !== 'brokers' && (
        <p>Only the name is saved. Fill in the rest on {entity.title}.</p>
      )}
    </AmberNotice>
  )
}

const EXISTING = [
  { value: 'skip', label: 'Skip them' },
  { value: 'update', label: 'Update them from the file (blank cells change nothing)' },
] as const

type ExistingChoiceProps = {
  entity: ImportList
  count: number
  chosen: ImportChoices['existing']
  onChoose: (existing: ImportChoices['existing']) => void
}

function ExistingChoice({ entity, count, chosen, onChoose }: ExistingChoiceProps) {
  const legend = `${pluralizeRecords(entity, count)} in this file ${count === 1 ? 'is' : 'are'} already in Haulbook`
  return <RadioChoice legend={legend} options={EXISTING} chosen={chosen} onChoose={onChoose} />
}

function ValueMeanings({ entity, result, choices, onChoose }: PlanChoicesProps) {
  if (!result.words.length) return null
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Values</h3>
      <p className="text-sm text-muted">Choose what these words in the file mean.</p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {result.words.map(({ field, word, count, options }) => {
          const declared = entity.fields[field]
          const fits = declared?.options?.filter(({ value }) => options.includes(value)) ?? []
          return (
            <li
              key={`${field} ${word}`}
              className="grid grid-cols-2 items-center gap-3 border-t border-line py-2"
            >
              <p className="min-w-0 text-sm wrap-anywhere">
                <span className="font-medium">“{word}”</span>{' '}
                <span className="text-muted">
                  {declared?.label}, {pluralize(count, 'row')}
                </span>
              </p>
              <Select
                aria-label={`Meaning of ${word} in ${declared?.label}`}
                value={choices.values[field]?.[foldWord(word)] ?? ''}
                options={fits}
                placeholder="Choose"
                onChange={(value) => {
                  const own = { ...choices.values[field], [foldWord(word)]: value }
                  onChoose({ values: { ...choices.values, [field]: own } })
                }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type FileStyleProps = {
  result: ImportCheck
  choices: ImportChoices
  onChoose: (choices: Partial<ImportChoices>) => void
}

/** Asks once how the file writes its days and amounts, if the file does not show it (SPEC C430, C431, C513). */
function FileStyle({ result, choices, onChoose }: FileStyleProps) {
  const { order, yearless } = result.days
  const { decimals, year = NO_YEAR } = choices
  return (
    <>
      <DayOrderChoice days={result.days} onChoose={(days) => onChoose({ days })} />
      {yearless !== undefined && (
        <RadioChoice
          legend={`Days in this file have no year. ${yearless} is`}
          options={listYears(yearless, order)}
          chosen={year}
          onChoose={(chosen) => onChoose({ year: chosen === NO_YEAR ? undefined : chosen })}
        />
      )}
      {result.decimalCommas > 0 && (
        <RadioChoice
          legend={`${pluralize(result.decimalCommas, 'amount')} in this file, such as 1,5, ${result.decimalCommas === 1 ? 'has' : 'have'} a comma before the cents`}
          options={DECIMALS}
          chosen={decimals}
          onChoose={(chosen) => onChoose({ decimals: chosen })}
        />
      )}
    </>
  )
}

const NO_YEAR = 'none'

/**
 * The day nearest to today, and those of this year, of the last one and of the nearest day. A year is before `near` if both give this
 * day: of a sheet of the whole year, the nearest days can be in two years (SPEC C550).
 */
function listYears(typed: string, order: DayOrder): { value: string; label: string }[] {
  const nearest = readNearestDay(typed, order, today())
  const thisYear = Number(today().slice(0, 4))
  const years = new Set([thisYear, thisYear - 1, Number((nearest ?? today()).slice(0, 4))])
  const ofYears = [...years].flatMap((year) => {
    const day = readYearlessDay(typed, order, year)
    const label = day && `${formatNamedDay(day)}: all days of the file are in ${year}`
    return label ? [{ day, value: String(year), label }] : []
  })
  const choicesOf = (isNearest: boolean) =>
    ofYears
      .filter(({ day }) => (day === nearest) === isNearest)
      .map(({ value, label }) => ({ value, label }))
  return [
    { value: NO_YEAR, label: 'An error: I will correct the file' },
    ...choicesOf(true),
    ...(nearest
      ? [
          {
            value: 'near',
            label: `${formatNamedDay(nearest)}: each day is the one nearest to today`,
          },
        ]
      : []),
    ...choicesOf(false),
  ]
}

const DECIMALS = [
  { value: 'point', label: 'They are wrong: I will correct the file' },
  { value: 'comma', label: 'All amounts of the file have a decimal comma: 1.234,50' },
] as const
