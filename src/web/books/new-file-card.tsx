import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { questionsBefore, type BooksDays } from '#core/books/books.ts'
import { BOOK_FORMATS, type BookFormat } from '#core/books/formats.ts'
import { isDay, monthBefore } from '#core/calendar.ts'
import { today } from '#web/api/today.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { FilePreview } from './file-preview.tsx'
import { FirstFileDialog } from './first-file-dialog.tsx'
import { booksPreviewQuery } from './queries.ts'
import { useMakeFile } from './use-make-file.ts'
import type { AccountMapForm } from './use-account-map.ts'

/** Asks for days and format, previews the file, and makes it. It starts with the last month. */
export function NewFileCard({ form, mayChange }: { form: AccountMapForm; mayChange: boolean }) {
  const [last] = useState(() => monthBefore(today()))
  const [from, setFrom] = useState(last.from)
  const [to, setTo] = useState(last.to)
  const [format, setFormat] = useState<BookFormat>('qbo-journal')
  const areDays = isDay(from) && isDay(to) && from <= to
  const days = areDays ? { from, to, format } : null
  const preview = useQuery(booksPreviewQuery(days))
  const making = useMakeFile()
  const [asked, setAsked] = useState<BooksDays>()
  const questions = preview.data && mayChange ? questionsBefore(preview.data, form.isFirst) : null
  const isReady = days && preview.data && (preview.data.problem === null || questions)

  return (
    <Card title="New File">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) (questions ? setAsked : making.run)(days)
        }}
      >
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
          <Labeled label="From" name="from" error={isDay(from) ? undefined : 'Enter a day'}>
            {(aria) => <DayInput {...aria} value={from} onChange={setFrom} />}
          </Labeled>
          <Labeled label="To" name="to" error={findToError(from, to)}>
            {(aria) => <DayInput {...aria} value={to} onChange={setTo} />}
          </Labeled>
          <Labeled label="Format" name="format">
            {(aria) => (
              <Select
                {...aria}
                value={format}
                options={BOOK_FORMATS}
                onChange={(value) => {
                  const chosen = BOOK_FORMATS.find((one) => one.value === value)
                  if (chosen) setFormat(chosen.value)
                }}
              />
            )}
          </Labeled>
        </div>
        {days && (
          <FilePreview
            query={preview}
            asks={questions !== null}
            from={from}
            onDays={(period) => {
              setFrom(period.from)
              setTo(period.to)
            }}
          />
        )}
        {mayChange && (
          <div>
            <Button type="submit" aria-disabled={!isReady || making.busy}>
              {making.busy ? 'Making the File...' : 'Make File'}
            </Button>
          </div>
        )}
      </form>
      {asked && (
        <FirstFileDialog
          days={asked}
          form={form}
          asksMethod={questions?.method ?? false}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

function findToError(from: string, to: string): string | undefined {
  if (!isDay(to)) return 'Enter a day'
  return isDay(from) && to < from ? 'To must not be before From' : undefined
}
