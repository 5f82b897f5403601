import { useId, useState } from 'react'
import { UnreadableFile } from '#core/transfer/csv-stream.ts'
import {
  findReportSheet,
  matchReportColumns,
  readReportBytes,
  readReportEntries,
  readReportTable,
  REPORT_TARGETS,
  reportFileMessages,
  type ReportEntry,
  type ReportFileError,
  type ReportTable,
  type ReportTarget,
} from '#core/factoring/report-file.ts'
import type { Sheets } from '#core/transfer/import.ts'
import { isWorkbookStart, SHEET_FILES } from '#core/transfer/workbook.ts'
import { ApiError } from '#web/api/client.ts'
import { readSheets } from '#web/transfer/open-sheets.ts'
import type { FactoredInvoice } from '#core/factoring/responses.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const SHOWN_ERRORS = 20

type ReportFileDialogProps = {
  invoices: readonly FactoredInvoice[]
  onAdd: (entries: ReportEntry[]) => void
  onClose: () => void
}

type LoadedFile = { table: ReportTable; columns: (ReportTarget | null)[] }

/** A sheet of a workbook with rows, or the CSV file. */
type ReportSheet = { name: string; table: ReportTable }

/** Reads the factor's report from a CSV file. The user matches its columns, and then checks its entries in the form (SPEC C279). */
export function ReportFileDialog({ invoices, onAdd, onClose }: ReportFileDialogProps) {
  const [sheets, setSheets] = useState<readonly ReportSheet[]>([])
  const [sheet, setSheet] = useState<ReportSheet>()
  const [loaded, setLoaded] = useState<LoadedFile>()
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const read = loaded && readReportEntries(loaded.table, loaded.columns, invoices)
  const canAdd = read !== undefined && read.errors.length === 0 && read.entries.length > 0

  function show(sheet: ReportSheet | undefined) {
    setSheet(sheet)
    setLoaded(sheet && { table: sheet.table, columns: matchReportColumns(sheet.table.titles) })
  }

  async function choose(file: File) {
    setProblem(undefined)
    setSheets([])
    show(undefined)
    try {
      const found = await readReportSheets(file)
      setSheets(found)
      const at = findReportSheet(found.map(({ table }) => table))
      show(at === null ? undefined : found[at])
    } catch (error) {
      if (!(error instanceof UnreadableFile || error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return (
    <Dialog
      open
      wide
      title="Entries From a File"
      description="The file has a row for each invoice and a column for each kind of entry. You check the entries before you save the report."
      onOpenChange={(open) => !open && onClose()}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (canAdd) onAdd(read.entries)
        }}
      >
        <div className="grid gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            CSV file or Excel workbook
          </label>
          <FileInput
            id={id}
            accept={SHEET_FILES}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-state`}
            onChoose={(file) => void choose(file)}
          />
          <div id={`${id}-state`} aria-live="polite" className="text-sm wrap-anywhere">
            {problem && <p className="font-medium text-danger-ink">{problem}</p>}
          </div>
        </div>
        {sheets.length > 1 && (
          <Labeled
            label="Sheet"
            name="sheet"
            hint={sheet ? undefined : 'Choose the sheet with the report'}
          >
            {(aria) => (
              <Select
                {...aria}
                value={sheet ? String(sheets.indexOf(sheet)) : ''}
                options={sheets.map(({ name }, at) => ({ value: String(at), label: name }))}
                placeholder={sheet ? undefined : 'Choose'}
                onChange={(at) => show(sheets[Number(at)])}
              />
            )}
          </Labeled>
        )}
        {loaded && (
          <Columns
            loaded={loaded}
            onChange={(columns) => setLoaded({ table: loaded.table, columns })}
          />
        )}
        {loaded && loaded.table.leftOut.length > 0 && (
          <p className="text-sm text-muted wrap-anywhere">
            {`No entries: ${loaded.table.leftOut.map(({ line, text }) => `row ${line} “${text}”`).join(', ')}.`}
          </p>
        )}
        {read && <Found entries={read.entries} errors={read.errors} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canAdd}>
            Add Entries
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Reads a workbook, UTF-8, or UTF-16 with its byte order mark, as Excel writes it. Throws UnreadableFile. */
async function readReportSheets(file: File): Promise<ReportSheet[]> {
  const bytes = await readReportBytes(file)
  if (isWorkbookStart(bytes)) return keepReadable(await readSheets(bytes))
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  return [{ name: file.name, table: readReportTable(new TextDecoder(encoding).decode(bytes)) }]
}

/** A cover or a legend has no rows. If no sheet has any, the reason of the first one is thrown. */
function keepReadable(sheets: Sheets['sheets']): ReportSheet[] {
  const problems: UnreadableFile[] = []
  const readable = sheets.flatMap(({ name, csv }) => {
    try {
      return [{ name, table: readReportTable(csv) }]
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      problems.push(error)
      return []
    }
  })
  const [problem] = problems
  if (!readable.length) throw problem ?? new UnreadableFile(reportFileMessages.empty)
  return readable
}

type ColumnsProps = { loaded: LoadedFile; onChange: (columns: LoadedFile['columns']) => void }

function Columns({ loaded: { table, columns }, onChange }: ColumnsProps) {
  function match(at: number, chosen: string) {
    const target = REPORT_TARGETS.find(({ value }) => value === chosen)?.value ?? null
    // Only one column can have a target.
    onChange(columns.map((one, index) => (index === at ? target : one === target ? null : one)))
  }
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Columns</h3>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {table.titles.map((title, at) => (
          <li key={at} className="grid grid-cols-2 items-center gap-3 border-t border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{title || `Column ${at + 1}`}</p>
              <p className="truncate text-muted">{table.rows[0]?.cells[at]}</p>
            </div>
            <Select
              aria-label={`Entry for ${title || `column ${at + 1}`}`}
              value={columns[at] ?? ''}
              options={REPORT_TARGETS}
              placeholder="Don't import"
              onChange={(chosen) => match(at, chosen)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type FoundProps = { entries: readonly ReportEntry[]; errors: readonly ReportFileError[] }

function Found({ entries, errors }: FoundProps) {
  if (errors.length === 0)
    return (
      <p role="status" className="rounded-md bg-good-soft p-3 text-sm text-good">
        {entries.length > 0
          ? `${pluralize(entries.length, 'entry', 'entries')} found`
          : 'No entries yet: match a column to a kind of entry.'}
      </p>
    )
  const more = errors.length - SHOWN_ERRORS
  return (
    <section className="grid gap-2">
      <p role="alert" className="rounded-md bg-danger-soft p-3 text-sm text-danger-ink">
        {`${pluralize(errors.length, 'error')} found; nothing is added. Fix the file or the columns.`}
      </p>
      <ul aria-label="Errors" className="grid max-h-64 gap-1 overflow-auto text-sm" tabIndex={0}>
        {errors.slice(0, SHOWN_ERRORS).map(({ line, column, message }, at) => (
          <li key={at} className="wrap-anywhere">
            {`Line ${line}${column && `, ${column}`}: ${message}`}
          </li>
        ))}
        {more > 0 && <li className="text-muted">{`…and ${more.toLocaleString('en-US')} more`}</li>}
      </ul>
    </section>
  )
}
