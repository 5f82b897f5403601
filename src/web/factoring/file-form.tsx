import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import {
  AMOUNT_FORMATS,
  buildScheduleReport,
  DATE_FORMATS,
  FILE_VALUES,
  SAMPLE_INVOICES,
  scheduleFileSchema,
  type ScheduleFile,
} from '#core/factoring/schedule-file.ts'
import type { Factor } from '#core/factoring/responses.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { reportRows } from '#core/transfer/report.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormFoot } from '#web/ui/overlays/form-foot.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

type FileFormProps = { factor: Factor; onClose: () => void }
type Column = ScheduleFile['columns'][number]

/** The columns of a schedule's CSV file, with two sample rows (SPEC C217). */
export function FileForm({ factor, onClose }: FileFormProps) {
  const [file, setFile] = useState(factor.file)
  const [problem, setProblem] = useState<string>()
  const changed = JSON.stringify(file) !== JSON.stringify(factor.file)
  const { leave, question } = useConfirmLeave({ changed, what: 'the columns', onLeave: onClose })
  const { run, busy } = useAction({
    send: () => request<Factor>('PUT', `/api/factors/${factor.id}/file`, { body: file }),
    done: 'Columns saved',
    failed: 'The columns were not saved',
    onDone: onClose,
  })
  function save() {
    const message = scheduleFileSchema.safeParse(file).error?.issues[0]?.message
    setProblem(message)
    if (!message) run()
  }
  return (
    <>
      <Dialog
        open
        wide
        title={`CSV Columns for ${factor.name}`}
        description="Ask your factor which columns it wants. The sample shows the file."
        onOpenChange={(open) => !open && leave()}
      >
        <form
          noValidate
          className="grid gap-4"
          onKeyDown={saveByKeys}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Columns file={file} onChange={(columns) => setFile({ ...file, columns })} />
          <Formats file={file} onChange={setFile} />
          {problem && (
            <p role="alert" className="text-sm font-medium text-danger-ink">
              {problem}
            </p>
          )}
          <Sample file={file} />
          <FormFoot onCancel={leave} save="Save Columns" busy={busy} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

type ColumnsProps = { file: ScheduleFile; onChange: (columns: Column[]) => void }

function Columns({ file: { columns }, onChange }: ColumnsProps) {
  const swap = (index: number, other: number) =>
    onChange(
      columns.map(
        (column, at) => columns[at === index ? other : at === other ? index : at] ?? column,
      ),
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">Columns</legend>
      {columns.map((column, index) => (
        <ColumnRow
          // A column has no id, only a position.
          key={index}
          column={column}
          number={index + 1}
          isLast={index === columns.length - 1}
          onChange={(next) => onChange(columns.map((one, at) => (at === index ? next : one)))}
          onMove={(step) => swap(index, index + step)}
          onRemove={() => onChange(columns.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          variant="secondary"
          onClick={() => onChange([...columns, { title: '', value: 'fixed', text: '' }])}
        >
          Add Column
        </Button>
      </div>
    </fieldset>
  )
}

type ColumnRowProps = {
  column: Column
  number: number
  isLast: boolean
  onChange: (column: Column) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function ColumnRow({ column, number, isLast, onChange, onMove, onRemove }: ColumnRowProps) {
  return (
    <div role="group" aria-label={`Column ${number}`} className="flex flex-wrap gap-2">
      <TextInput
        aria-label="Title"
        className="min-w-32 flex-1"
        value={column.title}
        onChange={({ target }) => onChange({ ...column, title: target.value })}
      />
      <Select
        aria-label="Value"
        className="min-w-36 flex-1"
        value={column.value}
        options={FILE_VALUES}
        onChange={(value) => onChange({ ...column, value: value as Column['value'] })}
      />
      {column.value === 'fixed' && (
        <TextInput
          aria-label="Text"
          className="min-w-24 flex-1"
          value={column.text}
          onChange={({ target }) => onChange({ ...column, text: target.value })}
        />
      )}
      <div className="flex">
        <IconButton label="Move up" disabled={number === 1} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton label="Move down" disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={`Remove column ${number}`} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}

function Formats({
  file,
  onChange,
}: {
  file: ScheduleFile
  onChange: (file: ScheduleFile) => void
}) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <Labeled label="Dates" name="dates">
        {(aria) => (
          <Select
            {...aria}
            value={file.dates}
            options={DATE_FORMATS.map((value) => ({ value, label: value }))}
            onChange={(dates) => onChange({ ...file, dates: dates as ScheduleFile['dates'] })}
          />
        )}
      </Labeled>
      <Labeled label="Amounts" name="amounts">
        {(aria) => (
          <Select
            {...aria}
            value={file.amounts}
            options={AMOUNT_FORMATS.map((value) => ({ value, label: value }))}
            onChange={(amounts) =>
              onChange({ ...file, amounts: amounts as ScheduleFile['amounts'] })
            }
          />
        )}
      </Labeled>
      <div className="flex items-center sm:mt-6 sm:h-9">
        <CheckLine
          label="First row has column titles"
          checked={file.titles}
          onChange={(titles) => onChange({ ...file, titles })}
        />
      </div>
    </div>
  )
}

function Sample({ file }: { file: ScheduleFile }) {
  return (
    <section aria-label="Sample" className="grid gap-1">
      <h3 className="text-sm font-semibold">Sample</h3>
      <SidewaysScroll label="Sample rows">
        <table className="text-xs">
          <tbody>
            {reportRows(buildScheduleReport(file, SAMPLE_INVOICES)).map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, at) => (
                  <td key={at} className="border border-line px-2 py-1 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
    </section>
  )
}
