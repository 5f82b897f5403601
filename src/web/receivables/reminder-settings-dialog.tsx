import { useQuery } from '@tanstack/react-query'
import {
  DEFAULT_TEXTS,
  PLACEHOLDERS,
  reminderSettingsFields,
  type ReminderSettings,
} from '#core/receivables/reminder-settings.ts'
import { ApiError, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reminderSettingsQuery } from './queries.ts'

const NAMES = Object.keys(reminderSettingsFields)

/** When each reminder is due, and what it says. */
export function ReminderSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(reminderSettingsQuery)
  return (
    <Dialog
      open
      wide
      title="Reminder Settings"
      description={`${PLACEHOLDERS.invoices} lists the invoices, ${PLACEHOLDERS.company} is your company, ${PLACEHOLDERS.payBy} is ten days from the day it is sent.`}
      onOpenChange={(open) => !open && onClose()}
    >
      {data ? <SettingsForm settings={data} onClose={onClose} /> : <Skeleton className="h-40" />}
    </Dialog>
  )
}

type SettingsFormProps = { settings: ReminderSettings; onClose: () => void }

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const model = useRecordForm({ fields: reminderSettingsFields }, undefined, {
    text: toText(settings),
  })
  const { form } = model

  async function save(values: Record<string, unknown>) {
    try {
      await request('PUT', '/api/receivables/reminders/settings', {
        body: values,
        headers: { 'If-Match': `"${settings.version}"` },
      })
      toast('Reminders saved')
      onClose()
      await refetchLists()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const [name, [message]] of Object.entries(error.fields ?? {}))
        form.setError(name, { message: message ?? error.message })
      toastFailure('Failed to save the reminders', error.message)
    }
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        void form.handleSubmit(save)(event)
      }}
    >
      <FieldGrid model={model} names={NAMES} />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save Reminders</Button>
      </div>
    </form>
  )
}

/** Shows the default text if the account has no text, so that it can be edited. */
function toText(settings: ReminderSettings): Record<string, string> {
  const { beforeDays, dueDays, finalDays, beforeText, dueText, finalText } = settings
  return {
    beforeDays: String(beforeDays),
    dueDays: String(dueDays),
    finalDays: String(finalDays),
    beforeText: beforeText ?? DEFAULT_TEXTS.before,
    dueText: dueText ?? DEFAULT_TEXTS.due,
    finalText: finalText ?? DEFAULT_TEXTS.final,
  }
}
