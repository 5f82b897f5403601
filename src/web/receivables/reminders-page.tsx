/** The Reminders screen: what is due to be sent, one broker after another (SPEC C207). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { PLACEHOLDERS, REMINDER_TEXTS } from '#core/mail/mail-texts.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { REMINDER_STAGES } from '#core/receivables/contacts.ts'
import {
  type ReminderSettings,
  reminderSettingsFields,
} from '#core/receivables/reminder-settings.ts'
import type { Reminder, Reminders } from '#core/receivables/reminders.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { reminderSettingsQuery, remindersQuery } from './queries.ts'
import { ReminderDialog } from './reminder-dialog.tsx'

const LINK = 'hit-area text-accent-strong underline'

export function RemindersPage() {
  const query = useQuery(remindersQuery(today()))
  const [shown, setShown] = useState<Reminder>()
  const [hasSettings, setSettings] = useState(false)
  return (
    <Page
      title="Reminders"
      description="Nothing is sent automatically. Invoices with a factor are left out: the factor collects them."
      actions={
        <OnlyFor permission="billing">
          <Button variant="secondary" onClick={() => setSettings(true)}>
            Reminder Settings
          </Button>
        </OnlyFor>
      }
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.reminders.length === 0 && (
              <p className="text-sm text-muted">No reminder is due today.</p>
            )}
            {data.reminders.length > 0 && (
              <ul aria-label="Reminders" className="grid gap-3">
                {data.reminders.map((reminder) => (
                  <ReminderLine
                    key={`${reminder.brokerId} ${reminder.stage}`}
                    reminder={reminder}
                    onShow={() => setShown(reminder)}
                  />
                ))}
              </ul>
            )}
            {data.suits.length > 0 && <SuitDeadlines suits={data.suits} />}
            {shown && (
              <ReminderDialog
                reminder={shown}
                canMail={data.canMail ?? false}
                onClose={() => setShown(undefined)}
              />
            )}
          </>
        )}
      </Query>
      {hasSettings && <ReminderSettingsDialog onClose={() => setSettings(false)} />}
    </Page>
  )
}

type ReminderLineProps = { reminder: Reminder; onShow: () => void }

function ReminderLine({ reminder, onShow }: ReminderLineProps) {
  const { brokerName, stage, invoices, to } = reminder
  const disputed = invoices.filter((invoice) => invoice.disputed).length
  const open = addUp(invoices.map((invoice) => invoice.open))
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold">{brokerName}</strong>
          <Badge tone={stage === 'final' ? 'bad' : 'waiting'}>
            {REMINDER_STAGES.find(({ value }) => value === stage)?.label}
          </Badge>
          {disputed > 0 && <Badge tone="bad">{disputed} disputed</Badge>}
        </span>
        <span className="block text-muted">
          {pluralize(invoices.length, 'invoice')}, {formatMoney(open)} · {to ?? 'No email address'}
        </span>
      </span>
      <OnlyFor permission="billing">
        <Button size="sm" variant="secondary" onClick={onShow}>
          Preview
        </Button>
      </OnlyFor>
    </li>
  )
}

/** Open invoices whose last day for a suit is near. It shows the date and gives no legal advice. */
function SuitDeadlines({ suits }: Pick<Reminders, 'suits'>) {
  return (
    <Card
      title="Suit Deadlines"
      description="A suit for unpaid charges must begin within 18 months (49 USC 14705)."
    >
      <ul className="grid gap-1.5 text-sm">
        {suits.map(({ id, number, brokerName, suitBy }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <Link className={LINK} to={`/invoices/${id}`}>
                Invoice {number}
              </Link>
              , {brokerName}
            </span>
            <span className="tabular-nums">by {formatDay(suitBy)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const NAMES = Object.keys(reminderSettingsFields)

/** When each reminder is due, and what it says. */
function ReminderSettingsDialog({ onClose }: { onClose: () => void }) {
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
    beforeText: beforeText ?? REMINDER_TEXTS.before.text,
    dueText: dueText ?? REMINDER_TEXTS.due.text,
    finalText: finalText ?? REMINDER_TEXTS.final.text,
  }
}
