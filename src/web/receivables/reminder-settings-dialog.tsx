import { useQuery } from '@tanstack/react-query'
import {
  DEFAULT_TEXTS,
  PLACEHOLDERS,
  reminderSettingsFields,
  type ReminderSettings,
} from '#core/receivables/reminder-settings.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import { reminderSettingsQuery } from './queries.ts'

const NAMES = Object.keys(reminderSettingsFields)

/** When each reminder is due, and what it says. */
export function ReminderSettingsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(reminderSettingsQuery)
  return (
    <Dialog
      open
      wide
      title="Reminder Settings"
      description={`${PLACEHOLDERS.invoices} lists the invoices, ${PLACEHOLDERS.company} is your company, ${PLACEHOLDERS.payBy} is ten days from the day it is sent.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query} skeleton="h-40">
        {(settings) => <SettingsForm settings={settings} onClose={onClose} />}
      </Query>
    </Dialog>
  )
}

type SettingsFormProps = { settings: ReminderSettings; onClose: () => void }

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  const model = useRecordForm({ fields: reminderSettingsFields }, undefined, {
    text: toText(settings),
  })
  const { form } = model

  const saving = useAction({
    send: (values: Record<string, unknown>) =>
      request('PUT', '/api/receivables/reminders/settings', {
        body: values,
        headers: { 'If-Match': `"${settings.version}"` },
      }),
    done: 'Reminders saved',
    failed: 'Failed to save the reminders',
    onFields: (fields) => {
      for (const [name, [message = '']] of Object.entries(fields)) form.setError(name, { message })
    },
    onDone: onClose,
  })

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        void form.handleSubmit((values) => saving.run(values))(event)
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
